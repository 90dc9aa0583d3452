"""The fast twin of the rules, the value network and the search: plain arrays, compiled by numba."""
