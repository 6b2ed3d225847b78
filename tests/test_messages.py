"""Messages are short, and all of them stand on one page."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from docs.site import messages
from tests.test_shortening import is_code

from tapelint import Finding
from tapelint.rules import all_rules

PAGE = messages.PAGE.read_text(encoding="utf-8")


def on_page(code: str) -> list[str]:
    """The messages of a rule on the page."""
    section = re.search(rf"^## {code} .*?(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return re.findall(r"^- (.+)$", section[0], re.MULTILINE) if section else []


@pytest.mark.parametrize("code", all_rules())
def test_messages_are_short(code: str) -> None:
    listed = on_page(code)
    assert listed, "no program of the tests is reported"
    assert [each for each in listed if messages.words(each) > messages.MOST_WORDS] == []


def test_the_page_has_what_is_said_of_programs_of_one_file(
    linted: Callable[[Path], list[Finding]],
) -> None:
    """At the usual confidence; what is only possible, and of several files, is in the slow lane."""
    paths = [each for each in messages.paths() if "projects" not in each.parts]
    of_rules = messages.said(finding for path in paths for finding in linted(path))
    assert {code: {*texts} - {*on_page(code)} for code, texts in of_rules.items()} == {
        code: set() for code in of_rules
    }
    assert sum(map(len, of_rules.values())) > 100


def test_what_messages_quote_can_be_read(linted: Callable[[Path], list[Finding]]) -> None:
    """It is no code cut in the middle: of messages, trails and assumptions of all programs."""
    quoted = {
        each.removesuffix(" =")
        for path in messages.paths()
        if "projects" not in path.parts
        for finding in linted(path)
        for said in (finding.message, *(step.message for step in finding.trail))
        for each in re.findall(r"`([^`]*\.\.\.[^`]*)`", said)
    }
    assert len(quoted) > 10
    assert {each for each in quoted if not is_code(each)} == set()


@pytest.mark.slow(reason="all programs are linted once more, for what is only possible")
def test_the_page_has_all_messages() -> None:
    assert messages.page() == PAGE


def test_a_message_about_another_file_is_listed_without_its_place() -> None:
    """The programs of several files have such messages: all of them are on the page."""
    assert messages.without_code("in a b.py, line 3: `w.data` swaps") == "`…` swaps"
    assert [each for code in all_rules() for each in on_page(code) if ", line " in each] == []


def test_messages_that_need_no_example_are_listed() -> None:
    """Of a backward that is only possible, and of programs beside the rule book."""
    assert any("a later backward raises" in each for each in on_page("TAP202"))
    assert any("a later backward raises" in each for each in on_page("TAP203"))
