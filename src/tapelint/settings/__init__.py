"""What a run is told to do: settings, their files, and how rules are named in them.

- :mod:`~tapelint.settings.values` holds the settings and describes each of them once;
- :mod:`~tapelint.settings.kinds` reads values, :mod:`~tapelint.settings.reading` files and those
  that they extend; :mod:`~tapelint.settings.places` finds the lines of mistakes;
- :mod:`~tapelint.settings.files` finds the file that governs;
- :mod:`~tapelint.settings.required_version` compares versions;
- :mod:`~tapelint.settings.selectors` knows how rules are named;
- :mod:`~tapelint.settings.schema` makes the JSON schema from the description.
"""

from __future__ import annotations

from tapelint.rules.selectors import named_by, nearest_rule, strength
from tapelint.settings.errors import SettingsError
from tapelint.settings.selectors import split_selectors
from tapelint.settings.values import Settings

__all__ = [
    "Settings",
    "SettingsError",
    "named_by",
    "nearest_rule",
    "split_selectors",
    "strength",
]
