"""Values, the heap's cells, what a path knows, and one trail of what was changed."""
