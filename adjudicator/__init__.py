"""A turn adjudicator for games played by forum or e-mail."""

__version__ = "0.3.0"
