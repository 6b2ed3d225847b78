"""The page of the docs says of names what the table says."""

from __future__ import annotations

import os

from .page import PAGE, page, table


def test_the_page_has_the_table_of_words() -> None:
    text = PAGE.read_text("utf-8")
    if os.environ.get("TAPELINT_UPDATE_GOLDEN"):
        PAGE.write_text(page(text), "utf-8")
    assert PAGE.read_text("utf-8") == page(text)
    assert "`optimizer`" in table()
