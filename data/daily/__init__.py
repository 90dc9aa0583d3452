"""The daily deal: one a UTC date, the same cards and computers for everybody, once a person."""
