"""SCOUT as others' learning programs want it: for PettingZoo (`aec`) and OpenSpiel (`spiel`)."""
