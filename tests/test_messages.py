"""Messages are short, and all of them stand on one page."""

import pytest
from docs.site import messages

SAID = messages.messages()


@pytest.mark.parametrize("code", SAID)
def test_messages_are_short(code: str) -> None:
    assert SAID[code], "no example of the rule is reported"
    assert [each for each in SAID[code] if messages.words(each) > messages.MOST_WORDS] == []


def test_the_page_has_all_messages() -> None:
    assert messages.PAGE.read_text(encoding="utf-8") == messages.page()
