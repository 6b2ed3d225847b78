"""The parts that must stay in step: rules, pages, triggers, packaging."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tapelint import Settings, lint, lint_source
from tapelint.rule_book import page
from tapelint.rules import all_rules, find_rule
from tapelint.rules.checker import Checker

from .conftest import ROOT, RULE_BOOK

RULES = list(all_rules().values())


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_has_a_page_and_a_module_of_its_name(rule: type[Checker]) -> None:
    assert re.fullmatch(r"TAP\d{3}", rule.code)
    assert page(rule).startswith(f"# {rule.name} ({rule.code})\n")
    assert rule.__module__ == f"tapelint.rules.{rule.name.replace('-', '_')}"
    assert find_rule(rule.code.lower()) is find_rule(rule.name) is rule
    assert not rule.summary.endswith(".")


def test_every_folder_of_the_rule_book_is_a_rule() -> None:
    folders = {path.name for path in RULE_BOOK.iterdir() if path.is_dir()}
    assert folders == {f"{rule.code}-{rule.name}" for rule in RULES}


def test_a_rule_reads_in_one_screen() -> None:
    for path in (ROOT / "src/tapelint/rules").glob("*.py"):
        assert len(path.read_text().splitlines()) <= 130, path


def test_rules_know_no_output_format_and_the_tape_knows_no_rule() -> None:
    for path in (ROOT / "src/tapelint").rglob("*.py"):
        text = path.read_text()
        if "rules" not in path.parts:
            for rule in RULES:
                documented = re.sub(r'"""[\s\S]*?"""', "", text)
                assert rule.code not in documented, f"{path} knows {rule.code}"


EXAMPLES = sorted(RULE_BOOK.rglob("*.py"))


def test_the_screen_hides_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(select=("ALL",))
    screened = [lint_source(path.read_text(), settings=settings) for path in EXAMPLES]
    monkeypatch.setattr(lint, "may_fire", lambda *given: True)
    everything = [lint_source(path.read_text(), settings=settings) for path in EXAMPLES]
    assert screened == everything


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_triggers_of_a_rule_hide_none_of_its_findings(
    rule: type[Checker], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(select=(rule.code,))
    screened = [lint_source(path.read_text(), settings=settings) for path in EXAMPLES]
    monkeypatch.setattr(lint, "may_fire", lambda *given: True)
    everything = [lint_source(path.read_text(), settings=settings) for path in EXAMPLES]
    assert screened == everything
    assert any(everything)


def test_only_the_rule_about_comments_has_no_triggers() -> None:
    """It judges what the other rules report, so it finds nothing alone."""
    assert [rule.name for rule in RULES if not rule.triggers] == ["unused-suppression"]


def test_importing_the_rules_does_not_import_libcst() -> None:
    import subprocess
    import sys

    script = "import sys, tapelint.rules as r; r.all_rules(); print('libcst' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert result.stdout == "False\n"


def test_nothing_imports_torch_or_numpy() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not any(name.split(".")[0] in {"torch", "numpy"} for name in names), path


def test_the_wheel_carries_the_rule_book() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    assert '"rules" = "tapelint/rule_book"' in text
    assert Path(ROOT / "src/tapelint/py.typed").exists()
