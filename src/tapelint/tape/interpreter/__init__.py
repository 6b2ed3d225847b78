"""The interpreter of Python: expressions, statements, calls, definitions, and other files."""
