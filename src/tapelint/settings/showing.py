"""Settings as text that a settings file could hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tapelint.settings.values import Settings, described


def as_toml(settings: Settings) -> Iterator[str]:
    """One line of TOML for each setting; those that say nothing are left out.

    So is the file that the settings extend: what that says is among them.
    """
    for name, field in described().items():
        value = getattr(settings, field.name)
        if value is not None and name != "extend":
            yield f"{name} = {_value(field.metadata['kind'].as_toml(value))}"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        pairs = ", ".join(f"{json.dumps(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return json.dumps(value, ensure_ascii=False)
