"""Runs linear code abstractly: calls, branches, loops. It knows Python's control flow alone."""
