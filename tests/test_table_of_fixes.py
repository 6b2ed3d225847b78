"""``docs/fixes.md`` lists the fixes that rules make, and pages say why the safe ones are."""

from __future__ import annotations

import re

from docs.site.fix_table import PAGE, with_tables

from tapelint import Applicability, Confidence, Settings, lint_source
from tapelint.rules import all_rules

from .conftest import RULE_BOOK

EVERYTHING = Settings(select=("ALL",), min_confidence=Confidence.POSSIBLE)


def test_the_tables_are_those_of_the_rules() -> None:
    page = PAGE.read_text("utf-8")
    assert with_tables(page) == page, "run `python -m docs.site.fix_table`"


def test_the_rule_book_has_the_fixes_that_rules_say_they_make() -> None:
    made: set[tuple[str, bool]] = set()
    for path in sorted(RULE_BOOK.rglob("pitfall_*.py")):
        for each in lint_source(path.read_text("utf-8"), settings=EVERYTHING):
            if each.fix is not None:
                made.add((each.code, each.fix.applicability is Applicability.SAFE))
    said = {(code, True) for code, rule in all_rules().items() if rule.safe_fix}
    said |= {(code, False) for code, rule in all_rules().items() if rule.unsafe_fix}
    assert made <= said
    assert {each for each in said if each[1]} <= made


def test_a_page_says_at_its_head_why_its_fix_is_safe() -> None:
    for code, rule in all_rules().items():
        (page,) = RULE_BOOK.glob(f"{code}-*/rule.md")
        head = page.read_text("utf-8").split("\n## ")[0]
        found = re.findall(r"^The safe fix is safe because (.*)\.$", head, re.MULTILINE)
        assert found == ([rule.why_safe] if rule.safe_fix else []), code
