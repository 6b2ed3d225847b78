"""The parts that must stay in step: rules, pages, triggers, packaging."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeGuard

import pytest
from docs.site import rule_table
from docs.site.rule_pages import facts

from tapelint import Settings, interest, lint_source
from tapelint.findings import Consequence, Finding
from tapelint.rule_book import page
from tapelint.rules import all_rules, find_rule
from tapelint.rules.checker import Checker
from tapelint.rules.report import Report
from tapelint.settings.schema import shipped
from tapelint.settings.values import described
from tapelint.tape import driver

from .conftest import ROOT, RULE_BOOK

RULES = list(all_rules().values())


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_has_a_page_and_a_module_of_its_name(rule: type[Checker]) -> None:
    assert re.fullmatch(r"TAP\d{3}", rule.code)
    assert page(rule).startswith(f"# {rule.name} ({rule.code})\n")
    assert re.search(r"^Consequence: `[a-z-]+`", page(rule), re.MULTILINE)
    assert rule.__module__ == f"tapelint.rules.{rule.name.replace('-', '_')}"
    assert find_rule(rule.code.lower()) is find_rule(rule.name) is rule
    assert not rule.summary.endswith(".")


def test_every_folder_of_the_rule_book_is_a_rule() -> None:
    folders = {path.name for path in RULE_BOOK.iterdir() if path.is_dir()}
    assert folders == {f"{rule.code}-{rule.name}" for rule in RULES}


def test_the_table_in_the_readme_is_that_of_the_rules() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert rule_table.with_families(readme) == readme, "python -m docs.site.rule_table"
    rules = rule_table.RULES.read_text("utf-8")
    assert rules == rule_table.all_rules(), "python -m docs.site.rule_table"
    assert {facts(rule).consequence for rule in RULES} <= {
        f"`{each.value}`" for each in Consequence
    }


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_changelog_says_whether_a_rule_is_on_by_default(rule: type[Checker]) -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    lines = re.findall(r"^- Rules? that (?:are|is) (on|off) by default: (.*)$", changelog, re.M)
    said = [word for word, text in lines if re.search(rf"\b{rule.code} {rule.name}\b", text)]
    assert said[:1] == ["on" if rule.on_by_default else "off"], "the newest line counts"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_no_rule_is_left_half_done(rule: type[Checker]) -> None:
    folder = RULE_BOOK / f"{rule.code}-{rule.name}"
    module = ROOT / "src" / "tapelint" / "rules" / f"{rule.name.replace('-', '_')}.py"
    texts = [path.read_text(encoding="utf-8") for path in (module, *folder.rglob("*.*"))]
    assert not [text for text in texts if "TODO" in text]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_class_of_a_rule_is_called_as_the_rule(rule: type[Checker]) -> None:
    own_name = "".join(word.capitalize() for word in rule.name.split("-"))
    assert rule.__name__.startswith(own_name)  # an event may have the bare name
    text = (ROOT / "src" / "tapelint" / "rules" / f"{rule.name.replace('-', '_')}.py").read_text()
    assert text.startswith(f'"""{rule.code}: ')


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_that_is_on_has_its_silences_told(rule: type[Checker]) -> None:
    page_of_all = (ROOT / "docs" / "confidence-and-silence.md").read_text(encoding="utf-8")
    hears_of_the_tape = bool(rule.triggers)
    assert rule.code in page_of_all or not (rule.on_by_default and hears_of_the_tape)


def test_the_settings_in_the_schema_are_those_that_are_read() -> None:
    properties = json.loads(shipped())["properties"]
    assert set(properties) == set(described())
    page_of_settings = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert not [name for name in properties if name not in page_of_settings]


def test_a_rule_reads_alone() -> None:
    for path in (ROOT / "src/tapelint/rules").glob("*.py"):
        assert len(path.read_text().splitlines()) <= 250, path


def test_modules_stay_short() -> None:
    """At most 500 lines each, but for those that are still to be split: their number only falls."""
    sizes = [len(path.read_text().splitlines()) for path in (ROOT / "src").rglob("*.py")]
    assert max(sizes) <= 610
    assert sum(size > 500 for size in sizes) <= 2


def test_functions_stay_short() -> None:
    """At most 60 lines each, but for its documentation; else it says why, as ``Long: ...``."""
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                texts = [each for each in ast.walk(node) if _is_documentation(each)]
                said = sum((each.end_lineno or 0) - each.lineno + 1 for each in texts)
                lines = (node.end_lineno or 0) - node.lineno + 1 - said
                has_reason = "Long: " in (ast.get_docstring(node) or "")
                assert lines <= 60 or has_reason, f"{path}: {node.name} has {lines} lines"


def _is_documentation(node: ast.AST) -> TypeGuard[ast.Expr]:
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


@pytest.mark.parametrize("room", ["tape", "core"])
def test_no_modules_of_an_engine_import_each_other(room: str) -> None:
    """Nor do they for the sake of types alone: what two of them need stands below both."""
    package = ROOT / "src" / "tapelint" / room
    modules = {
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts): path
        for path in package.rglob("*.py")
    }
    imported = {name: _imported(path) & modules.keys() for name, path in modules.items()}
    while leaves := [name for name, others in imported.items() if not others & imported.keys()]:
        for name in leaves:
            del imported[name]
    circle = {name: sorted(others & imported.keys()) for name, others in imported.items()}
    assert not circle, circle


def _imported(path: Path) -> set[str]:
    """What a module imports anywhere in its text, and what it might import."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found.update([node.module, *(f"{node.module}.{alias.name}" for alias in node.names)])
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found


def test_rules_know_no_output_format_and_the_tape_knows_no_rule() -> None:
    for path in (ROOT / "src/tapelint").rglob("*.py"):
        text = path.read_text()
        if "rules" not in path.parts:
            for rule in RULES:
                documented = re.sub(r'"""[\s\S]*?"""', "", text)
                assert rule.code not in documented, f"{path} knows {rule.code}"


EXAMPLES = sorted(RULE_BOOK.rglob("*.py"))


@contextmanager
def nothing_hidden() -> Iterator[pytest.MonkeyPatch]:
    """No screen: every file is linted. No demand: every function is executed with its calls."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interest, "may_fire", lambda *given: True)
        patch.setattr(driver, "relevant", lambda *given: None)
        yield patch


def found(paths: Sequence[Path], *select: str) -> dict[Path, list[Finding]]:
    """The findings of some rules in examples."""
    settings = Settings(select=select)
    return {path: lint_source(path.read_text(), settings=settings) for path in paths}


@dataclass(frozen=True)
class Everything:
    """What all rules find where nothing is hidden from them.

    Attributes:
        findings: The findings in each example.
        reporting: The examples in which each rule has reported something, by its code; perhaps
            it has left that to another rule.
    """

    findings: dict[Path, list[Finding]] = field(default_factory=dict)
    reporting: dict[str, list[Path]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def everything() -> Everything:
    """All rules over all examples, once."""
    reports, reported = Checker.reports, set[str]()

    def noted(rule: Checker) -> list[Report]:
        made = list(reports(rule))
        reported.update(rule.code for _ in made)
        return made

    of_all = Everything()
    with nothing_hidden() as patch:
        patch.setattr(Checker, "reports", noted)
        for path in EXAMPLES:
            reported.clear()
            of_all.findings.update(found([path], "ALL"))
            reported.update(finding.code for finding in of_all.findings[path])
            for code in reported:
                of_all.reporting.setdefault(code, []).append(path)
    return of_all


def test_neither_the_screen_nor_demand_hides_a_finding(
    everything: Everything, linted: Callable[[Path], list[Finding]]
) -> None:
    assert {path: linted(path) for path in EXAMPLES} == everything.findings


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_triggers_of_a_rule_hide_none_of_its_findings(
    rule: type[Checker], everything: Everything
) -> None:
    """Neither those of a file nor those of its functions, if no other rule runs."""
    paths = everything.reporting[rule.code]
    with nothing_hidden():
        alone = found(paths, rule.code)
    assert found(paths, rule.code) == alone
    assert any(alone.values())
    assert any(each.code == rule.code for of in everything.findings.values() for each in of)


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
