"""The JSON schema of ``[tool.tapelint]``, made from the description of the settings."""

from __future__ import annotations

import dataclasses
import importlib.resources
import json
from typing import Any

from tapelint.settings.values import default_of, described


def schema() -> dict[str, Any]:
    """The schema, as JSON-able data."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of tapelint",
        "description": "[tool.tapelint] of a pyproject.toml, or the whole of a tapelint.toml.",
        "type": "object",
        "additionalProperties": False,
        "properties": {name: _property(field) for name, field in described().items()},
    }


def _property(field: dataclasses.Field[Any]) -> dict[str, Any]:
    kind, default = field.metadata["kind"], default_of(field)
    described = {"description": field.metadata["text"], **kind.schema()}
    return described if default is None else {**described, "default": kind.as_toml(default)}


def schema_text() -> str:
    """The schema as it is shipped."""
    return json.dumps(schema(), indent=2) + "\n"


def shipped() -> str:
    """The schema's file, which editors may be pointed to."""
    return importlib.resources.files(__package__).joinpath("schema.json").read_text("utf-8")
