"""One version everywhere: what tapelint prints, what is packed, what users are told to take."""

from __future__ import annotations

import json
import re

import pytest
import yaml

from tapelint.version import __version__

from ..conftest import ROOT


def text(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def headings(changelog: str) -> list[str]:
    return re.findall(r"^## \[?([^\]\n]+)\]?$", text(changelog), re.MULTILINE)


def test_the_changelogs_begin_with_this_version() -> None:
    """Nothing waits under another heading: what is in the tree is in this version."""
    assert headings("CHANGELOG.md")[0] == __version__
    assert headings("editors/vscode/CHANGELOG.md")[0] == __version__


def test_the_changelog_has_each_version_once_and_the_newest_first() -> None:
    found = headings("CHANGELOG.md")
    numbers = [tuple(map(int, each.split("."))) for each in found]
    assert numbers == sorted(set(numbers), reverse=True)


def test_what_is_packed_and_cited_has_this_version() -> None:
    manifest = json.loads(text("editors/vscode/package.json"))
    assert manifest["version"] == __version__
    assert str(yaml.safe_load(text("CITATION.cff"))["version"]) == __version__


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("docs/ci.md", r"\btapelint@v([\d.]+)$|\brev: v([\d.]+)$"),
        ("docs/pre-commit.md", r"\brev: v([\d.]+)$"),
        ("docs/versioning.md", r"`tapelint~=([\d.]+)`"),
        ("action.yml", r"version from PyPI, such as (\d+\.\d+\.\d+)\."),
        ("CONTRIBUTING.md", r"git tag v([\d.]+)`"),
    ],
)
def test_what_users_are_told_to_take_is_this_version(page: str, written: str) -> None:
    found = ["".join(each.groups("")) for each in re.finditer(written, text(page), re.MULTILINE)]
    assert found
    assert set(found) == {__version__}
