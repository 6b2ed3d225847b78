"""The page of events: each has one line, and the example of how a fact is added is a real one.

``TAPELINT_UPDATE_GOLDEN=1 python -m pytest tests/test_events.py`` writes the page anew.
"""

from __future__ import annotations

import ast
import os
import re

import pytest
from docs.site import events

from tapelint.tape.events import Event

from .conftest import ROOT

UPDATE = bool(os.environ.get("TAPELINT_UPDATE_GOLDEN"))
PACKAGE = ROOT / "src" / "tapelint"
OF_CLASSES = {"visit", "what", "is_of_file"}
"""What is true of all events of a class."""
PAGE_NOW = events.page()


def all_events() -> list[type[Event]]:
    """Whatever derives from the base, however deep."""
    events.modules()
    found: list[type[Event]] = []
    pending: list[type[Event]] = [Event]
    while pending:
        derived = pending.pop().__subclasses__()
        found += derived
        pending += derived
    return found


def test_the_page_is_that_of_the_classes() -> None:
    if UPDATE:
        events.main()
    assert events.PAGE.read_text(encoding="utf-8") == PAGE_NOW


@pytest.mark.parametrize("event", all_events(), ids=lambda event: event.__name__)
def test_an_event_has_one_line_and_someone_who_records_and_hears_it(event: type[Event]) -> None:
    (row,) = re.findall(rf"^\| `{event.__name__}` \| (.+) \|$", PAGE_NOW, re.MULTILINE)
    happens, fields, method, recorded, heard = row.split(" | ")
    assert happens == event.what
    assert method == f"`{event.visit}`"
    assert set(re.findall(r"`(\w+)`", fields)) == set(event.__annotations__) - OF_CLASSES
    assert recorded.startswith(("`analyses/", "`tape/"))
    assert re.fullmatch(r"TAP\d{3}(, TAP\d{3})*", heard)


def test_the_files_of_the_example_hold_the_fact() -> None:
    """The fact in the example is declared, recorded, heard and proved where the page says."""
    page = PAGE_NOW.partition("## How a fact is added")[2]
    event, fact = re.findall(r"Take `(\w+)\.(\w+)`", page)[0]
    declared, recorded, hindsight, heard, examples = re.findall(r"`((?:tape|rules)/[^`]+)`", page)
    assert f"class {event}(" in (PACKAGE / declared).read_text(encoding="utf-8")
    assert f"    {fact}: bool = False\n" in (PACKAGE / declared).read_text(encoding="utf-8")
    calls = [
        node
        for node in ast.walk(ast.parse((PACKAGE / recorded).read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and fact in {each.arg for each in node.keywords}
    ]
    assert [ast.unparse(each.args[0]).rpartition(".")[2] for each in calls] == [event]
    assert f"event.{fact}" in (PACKAGE / heard).read_text(encoding="utf-8")
    assert (PACKAGE / hindsight).is_file()
    assert list((ROOT / examples).glob("pitfall_*.py"))


@pytest.mark.parametrize("page", ["how-it-works.md", "writing-a-rule.md"])
def test_those_who_need_the_page_find_it(page: str) -> None:
    assert "](events.md)" in (ROOT / "docs" / page).read_text(encoding="utf-8")
