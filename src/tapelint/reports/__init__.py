"""Output formats, one module each: ``render`` turns findings into text."""
