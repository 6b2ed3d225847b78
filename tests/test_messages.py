"""Messages are short, and all of them stand on one page."""

import pytest
from docs.site import messages

from tapelint.rules import all_rules


@pytest.mark.parametrize("code", all_rules())
def test_messages_are_short(code: str) -> None:
    said = messages.messages()[code]
    assert said, "no example of the rule is reported"
    assert [each for each in said if messages.words(each) > messages.MOST_WORDS] == []


def test_the_page_has_all_messages() -> None:
    assert messages.PAGE.read_text(encoding="utf-8") == messages.page()
