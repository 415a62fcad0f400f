"""Boards, tracks, grids and circles as pictures (SVG and PNG), and boards as text."""
