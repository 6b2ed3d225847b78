"""Messages are short, and all of them stand on one page."""

import pytest
from docs.site import messages

from tapelint.rules import all_rules


@pytest.mark.parametrize("code", all_rules())
def test_messages_are_short(code: str) -> None:
    said = messages.messages()[code]
    assert said, "no program of the tests is reported"
    assert [each for each in said if messages.words(each) > messages.MOST_WORDS] == []


def test_the_page_has_all_messages() -> None:
    assert messages.PAGE.read_text(encoding="utf-8") == messages.page()


def test_a_message_about_another_file_is_listed_without_its_place() -> None:
    """The programs of several files have such messages: all of them are on the page."""
    assert messages.without_code("in a b.py, line 3: `w.data` swaps") == "`…` swaps"
    every = [each for said in messages.messages().values() for each in said]
    assert [each for each in every if ", line " in each] == []


def test_messages_that_need_no_example_are_listed() -> None:
    """Of a backward that is only possible, and of programs beside the rule book."""
    assert any("a later backward raises" in each for each in messages.messages()["TAP202"])
    assert any("a later backward raises" in each for each in messages.messages()["TAP203"])
