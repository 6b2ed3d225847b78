"""What can be wrong with a setting."""

from __future__ import annotations


class SettingsError(ValueError):
    """A setting that cannot be followed; the message is one line that says how to fix it.

    Attributes:
        keys: Where in the value the mistake is: the keys of tables and the places in arrays on the
            way to it.
    """

    def __init__(self, message: str, keys: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.keys = keys
