"""Linear code: what ``ast`` becomes before it is run."""
