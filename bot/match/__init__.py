"""A match as messages see it: pure values, and what is worked out from them."""
