"""Spaces of generated programs, each with what torch says of every one."""
