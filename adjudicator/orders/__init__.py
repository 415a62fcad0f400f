"""One order file: how it came, whose it is, what it was judged to be."""
