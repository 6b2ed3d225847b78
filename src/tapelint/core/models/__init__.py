"""What values do: one module for each kind of them, looked up by the object or by its name."""
