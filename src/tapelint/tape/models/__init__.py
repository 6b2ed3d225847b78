"""What torch, numpy and Python's own library do: one module for each kind of thing."""
