"""Computer players, from random to expert, behind one interface (``base.Player``)."""
