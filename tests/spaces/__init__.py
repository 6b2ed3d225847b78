"""Spaces: all ways to write something, with torch as the judge."""
