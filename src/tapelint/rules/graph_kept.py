"""TAP502: graphs of all rounds, kept where no backward starts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tapelint.editing.changes import NodeFix, Operand, Replace, safe
from tapelint.findings import Consequence
from tapelint.rules.checker import Checker
from tapelint.rules.listening import Verdict
from tapelint.rules.reasons import Reason
from tapelint.rules.report import Report, SourceText, Step
from tapelint.source import tree
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Keeping, Truth
from tapelint.torch_api.names import words

if TYPE_CHECKING:
    from tapelint.tape.events import HistoryKept

_OF_EVALUATION = frozenset({"val", "valid", "validation", "eval", "test", "dev"})
"""Words in the names of data that is only measured."""
_OF_ITEMS = frozenset({"enumerate", "zip", "reversed", "list", "tuple"})
"""What goes over the items of what it is given."""
_OF_CALLS = (ast.Call, ast.Name, ast.Attribute, ast.Load, ast.Subscript, ast.Constant)
"""What an expression consists of in which names, attributes and items are given to calls."""


class GraphKept(Checker):
    """Visits values that something keeps with their history."""

    code = "TAP502"
    name = "graph-kept"
    summary = "a sum or a list keeps the graph of every round, and no backward starts there"
    needs = "a value with a history, added to what outlives the loop, and no backward from there"
    on_by_default = False
    triggers = ("for ",)
    serious = ("keeps;", "+=")
    safe_fix = "`.detach()` behind what is kept"
    why_safe = "the values stay the same, and no backward starts at what is kept"

    def __init__(self, text: SourceText) -> None:
        super().__init__(text)
        self._heard_of: list[HistoryKept] = []
        self._spent: set[tree.Node] = set()

    def visit_history_kept(self, event: HistoryKept) -> None:
        """Remember it: another execution of the place may show a backward."""
        self._heard_of.append(event)
        if event.spent is not None:
            self._spent.add(event.at)

    def reports(self) -> list[Report]:
        """Report what nobody ever runs a backward from."""
        for event in self._heard_of:
            verdict = self._verdict(event)
            if isinstance(verdict, Reason):
                self.dismiss(event, verdict)
                continue
            self.report(
                event.at,
                self._message(event),
                Consequence.MEMORY,
                verdict,
                _trail(event),
                fix=lambda event=event: _fixes(event),  # type: ignore[misc]
                choices=event.choices,
            )
        return super().reports()

    def _verdict(self, event: HistoryKept) -> Verdict:
        if event.at in self._spent:
            return Reason.HISTORY_USED
        if event.is_bounded or event.is_counted or _is_held_anyway(event):
            return Reason.ALLOWED
        if event.after is not None:
            return (Assumption(Assumed.LEFT, Sign.BACKWARD, event.after, event.into),)
        if event.is_trained:
            return Reason.HISTORY_USED
        left: tuple[Assumption, ...] = ()
        function = _training_around(event.loop) if event.is_handed_on else None
        if function is not None:
            left = (Assumption(Assumed.LEFT, Sign.NAME, event.loop, event.into),)
        if (event.is_handed_on and not left) or event.is_of_object:
            return Reason.MAY_NOT_TRAIN
        doubts: Verdict = ()
        if not event.is_recorded_surely:
            doubts = self.doubted(Reason.of_sure_mode(event), *event.recording)
        is_known = event.is_recorded or isinstance(doubts, Reason)
        if isinstance(doubts, Reason):
            return doubts
        if not is_known and function is not None and event.grad_mode is Truth.YES:
            if _is_trained_alike(function, self.spelled(event.value)):
                alike = Assumption(Assumed.HISTORY, Sign.BACKWARD, event.loop, event.value)
                return (*left, alike, *doubts)
        return (*left, *doubts) if is_known else Reason.NO_HISTORY

    def _message(self, event: HistoryKept) -> str:
        into, value = self.text(event.into), self.text(event.value)
        if not isinstance(event.value, (tree.Name, tree.Attribute, tree.Call, tree.Subscript)):
            value = f"({value})"
        what = "the graph" if event.after is None else "what is left of the graph"
        remedy = f"{'add' if event.form is Keeping.SUM else 'keep'} `{value}.detach()`"
        if not event.is_itself:
            remedy = f"detach what is in `{self.text(event.value)}`"
        return (
            f"`{into}` keeps {what} of every round, and no backward starts there: memory grows; "
            f"{remedy}"
        )


def _is_held_anyway(event: HistoryKept) -> bool:
    """Whether what is kept is an item of what the loop goes over: that keeps it already."""
    loop, value = event.loop, event.value
    source = loop.source if loop is not None else None
    if not isinstance(loop, tree.For) or not isinstance(value, tree.Name) or source is None:
        return False
    goes_over = ast.parse(f"({source.code(loop.iter, exactly=False)}\n)", mode="eval").body
    while isinstance(goes_over, ast.Call) and ast.unparse(goes_over.func) in _OF_ITEMS:
        goes_over = goes_over.args[0] if goes_over.args else ast.Constant(None)
    target = ast.parse(f"({source.code(loop.target, exactly=False)}\n)", mode="eval").body
    bound = {each.id for each in ast.walk(target) if isinstance(each, ast.Name)}
    return value.value in bound and not isinstance(goes_over, ast.Call)


def _training_around(loop: tree.For | tree.While | None) -> ast.AST | None:
    """The function around a loop over data of an evaluation, if it has trained before that."""
    source = loop.source if loop is not None else None
    module = source.python_tree if source is not None else None
    if not isinstance(loop, tree.For) or source is None or module is None:
        return None
    if _OF_EVALUATION.isdisjoint(words(source.code(loop.iter, exactly=False))):
        return None
    line = source.line(loop)
    around = [
        each
        for each in ast.walk(module)
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))
        and each.lineno < line <= (each.end_lineno or line)
    ]
    inner = max(around, key=lambda each: each.lineno, default=module)
    return inner if any(each.lineno < line for each in _trained(inner)) else None


def _trained(function: ast.AST) -> Iterator[ast.Attribute]:
    """The backwards that are written in a function: ``loss.backward``."""
    for each in ast.walk(function):
        if isinstance(each, ast.Attribute) and each.attr == "backward":
            yield each


def _is_trained_alike(function: ast.AST, value: str) -> bool:
    """Whether a backward starts at what the same calls have given, of other data."""
    names = {each.value.id for each in _trained(function) if isinstance(each.value, ast.Name)}
    made = (each for each in ast.walk(function) if isinstance(each, ast.Assign))
    kept = _calls_of(ast.parse(f"({value}\n)", mode="eval").body)  # it may run over lines
    return any(
        isinstance(each.targets[0], ast.Name)
        and each.targets[0].id in names
        and isinstance(each.value, ast.Call)
        and _calls_of(each.value) == kept
        for each in made
    )


def _calls_of(made: ast.AST) -> list[str]:
    """What is called in an expression, from the outside in; its text if it is not calls alone."""
    if not all(isinstance(each, _OF_CALLS) for each in ast.walk(made)):
        return [ast.unparse(made)]
    return [ast.unparse(each.func) for each in ast.walk(made) if isinstance(each, ast.Call)]


def _trail(event: HistoryKept) -> list[Step]:
    steps: list[Step] = [(event.at, "kept here, with its history")]
    if event.after is not None:
        steps.append((event.after, "the backward does not start from what is kept"))
    return steps


def _fixes(event: HistoryKept) -> list[NodeFix]:
    if not event.is_itself:
        return []
    value = event.value.lossless
    return [safe("detach what is kept", Replace(value, (Operand(value), ".detach()")))]
