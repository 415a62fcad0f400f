"""Forms in which players give their orders and the MJ his answers: text files, pages with buttons, editor schemas."""
