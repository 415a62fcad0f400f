"""Boards, tracks and grids as pictures (SVG and PNG), and boards as text."""
