"""No guard of a rule without a reason: each way through a method that judges says something.

A method judges if it reports or dismisses. Each way through it, and through each round of a loop
in it, must then report, leave, dismiss, or remember something for later (change an attribute of
the rule). What a method of the same class does on each of its ways counts as done. A method that
never judges only remembers, or leaves places to others: it may not return early. Which parts of
an event a rule is about may be selected in a comprehension before the loop over them.
"""

from __future__ import annotations

import ast
import inspect
import os
import textwrap
from collections.abc import Iterator, Sequence

import pytest
from docs.site import reasons

from tapelint.rules import all_rules, find_rule
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason

RULES = list(all_rules().values())
UPDATE = bool(os.environ.get("TAPELINT_UPDATE_GOLDEN"))
_SPEAKS = {"report", "leave", "dismiss"}
_JUDGES = {"report", "dismiss"}
_REMEMBERS = {"add", "append", "setdefault", "update", "note", "extend"}


class Ways:
    """The ways through the methods of one class."""

    def __init__(self, source: str) -> None:
        definition = ast.parse(textwrap.dedent(source)).body[0]
        assert isinstance(definition, ast.ClassDef)
        self.methods = {
            each.name: each for each in definition.body if isinstance(each, ast.FunctionDef)
        }

    def silent(self) -> Iterator[tuple[str, int]]:
        """The methods that hear events, and lines of them where a way ends in silence."""
        for name, method in self.methods.items():
            if not name.startswith("visit_") and name != "reports":
                continue
            if name == "reports":
                loops = [
                    each
                    for each in ast.walk(method)
                    if isinstance(each, ast.For) and self._judges(each, set())
                ]
                filters = [each for each in ast.walk(method) if isinstance(each, ast.comprehension)]
                yield from ((name, each.target.lineno) for each in filters if each.ifs)
                bodies = [each.body for each in loops]
            elif self._judges(method, set()):
                bodies = [method.body]
            else:
                early = [each for each in ast.walk(method) if isinstance(each, ast.Return)]
                yield from ((name, each.lineno) for each in early)
                continue
            for body in bodies:
                found: list[int] = []
                if not self._says(body, found):
                    found.append(body[-1].lineno)
                yield from ((name, line) for line in found)

    def _judges(self, method: ast.AST, seen: set[str]) -> bool:
        for called in self._own_calls(method):
            if called in _JUDGES:
                return True
            if called in self.methods and called not in seen:
                seen.add(called)
                if self._judges(self.methods[called], seen):
                    return True
        return False

    def _own_calls(self, node: ast.AST) -> Iterator[str]:
        for each in ast.walk(node):
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):
                if isinstance(each.func.value, ast.Name) and each.func.value.id == "self":
                    yield each.func.attr

    def _says(self, body: Sequence[ast.stmt], found: list[int]) -> bool:
        """Whether each way to the end of a block has said something; others go into ``found``."""
        has_spoken = False
        for statement in body:
            if isinstance(statement, (ast.Return, ast.Continue)):
                if not has_spoken:
                    found.append(statement.lineno)
                return True
            if isinstance(statement, ast.If):
                inner: list[int] = []
                # Where a rule may not assume something, `assumes` gives the reason itself.
                if "assumes" in self._own_calls(statement.test) and _ends(statement.body):
                    continue
                both = [self._says(each, inner) for each in (statement.body, statement.orelse)]
                found += [] if has_spoken else inner
                ends = _ends(statement.body)
                has_spoken = has_spoken or (both[1] and (both[0] or ends))
            elif isinstance(statement, ast.For):
                inner = []
                says = self._says(statement.body, inner)
                if self._judges(statement, set()):
                    found += inner if says else [*inner, statement.lineno]
                    has_spoken = True
            elif self._speaks(statement):
                has_spoken = True
        return has_spoken

    def _speaks(self, statement: ast.stmt) -> bool:
        for called in self._own_calls(statement):
            if called in _SPEAKS:
                return True
            if called in self.methods:
                found: list[int] = []
                if self._says(self.methods[called].body, found) and not found:
                    return True
        return any(
            isinstance(each, ast.Call)
            and isinstance(each.func, ast.Attribute)
            and each.func.attr in _REMEMBERS
            and ast.unparse(each.func).startswith("self._")
            for each in ast.walk(statement)
        )


def _ends(body: Sequence[ast.stmt]) -> bool:
    return isinstance(body[-1], (ast.Return, ast.Continue))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_no_guard_goes_without_a_reason(rule: type[Checker]) -> None:
    assert list(Ways(inspect.getsource(rule)).silent()) == []


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("if not event.a:\n    return\nself.report(event.at)", [4]),
        ("if event.a:\n    self.report(event.at)", [3]),
        ("if event.a:\n    self.report(event.at)\nelse:\n    x = 1", [3]),
        ("for each in event.a:\n    if each:\n        continue\n    self.report(each)", [5]),
        ("for each in event.a:\n    if each:\n        self.report(each)", [3]),
        ("if event.a:\n    self._seen.add(event)\n    return", [5]),
        ("if event.a:\n    self.dismiss(event)\n    return\nself.report(event.at)", []),
        ("if event.a:\n    self.leave(event.at)\n    return\nself._judge(event)", []),
        ("if event.a:\n    self.leave(event.at)\nself._seen.add(event)", []),
        ("if event.a:\n    self.leave(event.at)", []),
    ],
)
def test_a_guard_without_a_reason_is_found(body: str, lines: list[int]) -> None:
    judge = "    def _judge(self, event):\n        self.report(event.at)"
    visit = f"    def visit_inplace(self, event):\n{textwrap.indent(body, ' ' * 8)}"
    source = f"class Rule:\n{visit}\n{judge}\n"
    assert [line for _, line in Ways(source).silent()] == lines


def test_the_vocabulary_is_small_and_its_words_are_ours() -> None:
    assert len(Reason) <= 27
    assert len({each.id for each in Reason}) == len(Reason)
    for each in Reason:
        assert each.id == each.name.lower().replace("_", "-")
        assert not each.sentence.endswith(".")
        assert len(each.sentence) <= 75


def test_each_reason_of_rules_is_said_by_one_and_the_others_by_none() -> None:
    said = set[Reason]().union(*map(reasons.said_by, RULES))
    assert said - {Reason.BUDGET} == {each for each in Reason if each.is_of_rules}


def test_what_rules_name_are_rules() -> None:
    for rule in RULES:
        source = inspect.getsource(inspect.getmodule(rule) or rule)
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("self."):
                codes = [each.value for each in node.args[2:] if isinstance(each, ast.Constant)]
                if ast.unparse(node.func) in {"self.leave", "self.dismiss"}:
                    assert all(isinstance(each, str) and find_rule(each) for each in codes)


def test_every_rule_says_what_it_needs() -> None:
    for rule in RULES:
        assert rule.needs
        assert not rule.needs.endswith(".")


def test_the_page_has_the_reasons_and_who_says_them() -> None:
    if UPDATE:
        reasons.main()
    assert reasons.PAGE.read_text(encoding="utf-8") == reasons.page()
    assert all(f"| `{each.id}` | " in reasons.page() for each in Reason)
