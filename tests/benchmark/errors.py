"""What keeps a row from being measured."""


class BenchmarkError(Exception):
    """A row cannot be measured; the text says why and what to do."""
