"""What can be wrong with a setting."""

from __future__ import annotations


class SettingsError(ValueError):
    """A setting that cannot be followed; the message is one line that names the mend."""
