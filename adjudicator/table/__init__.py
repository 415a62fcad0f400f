"""What lies on the MJ's table at a moment, and what is to be done with it."""
