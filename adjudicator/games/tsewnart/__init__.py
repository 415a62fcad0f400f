"""Tsewnart: secret roles on a grid, resolved step by step."""
