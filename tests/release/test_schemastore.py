"""What SchemaStore is sent: in step with the settings, and right by its own test files."""

from __future__ import annotations

import json
import os
from pathlib import Path

import jsonschema
import pytest
from docs.site.symptoms import tomllib

from tapelint.settings.schema import schema
from tapelint.settings.values import described

from ..conftest import ROOT, Run

FOLDER = ROOT / "schemastore"
SCHEMA = FOLDER / "src/schemas/json/tapelint.json"
EXAMPLES = FOLDER / "src/test/tapelint/tapelint.toml"
WRONG = sorted((FOLDER / "src/negative_test/tapelint").glob("*.toml"))
UPDATE = bool(os.environ.get("TAPELINT_UPDATE_GOLDEN"))


def entry(name: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((FOLDER / name).read_text("utf-8"))
    return found


def test_the_schema_is_that_of_the_settings() -> None:
    ours = schema()
    named = {"$schema": ours["$schema"], "$id": entry("catalog-entry.json")["url"]}
    text = json.dumps(named | ours, indent=2) + "\n"
    if UPDATE:
        SCHEMA.write_text(text, encoding="utf-8")
    assert SCHEMA.read_text("utf-8") == text


def test_the_right_file_has_every_setting() -> None:
    text = "".join(f"{field.metadata['example']}\n" for field in described().values())
    if UPDATE:
        EXAMPLES.write_text(text, encoding="utf-8")
    assert EXAMPLES.read_text("utf-8") == text
    found = tomllib.loads(text)
    assert found.keys() == described().keys()
    jsonschema.Draft7Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(found)


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_the_wrong_files_are_refused_by_schema_and_command(path: Path, tapelint: Run) -> None:
    validator = jsonschema.Draft7Validator(json.loads(SCHEMA.read_text("utf-8")))
    assert not validator.is_valid(tomllib.loads(path.read_text("utf-8")))
    done = tapelint("check", "--config", str(path), "-", input="")
    assert done.returncode == 2
    assert path.name in done.stderr


def test_there_are_wrong_files() -> None:
    assert len(WRONG) >= 3


def test_the_entries_lead_to_the_schema() -> None:
    catalog = entry("catalog-entry.json")
    assert str(catalog["url"]).rpartition("/")[2] == SCHEMA.name
    assert catalog["fileMatch"] == ["tapelint.toml"]
    tool = entry("pyproject-entry.json")["tapelint"]
    assert isinstance(tool, dict)
    assert tool["$ref"] == SCHEMA.name
