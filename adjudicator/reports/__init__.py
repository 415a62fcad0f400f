"""Reports from templates, in the formats that people read."""
