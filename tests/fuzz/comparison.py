"""The truth about a program against what tapelint reports."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tapelint import Finding, Settings, lint_source
from tapelint.rules import all_rules

from .truth import Pitfall, Truth

JUDGED = ("TAP104", "TAP201", "TAP202", "TAP203", "TAP204", "TAP301", "TAP501")
"""The rules whose findings torch can confirm or refute."""

DATA_WRITE = "TAP302"
"""Demanded where a program writes through ``.data`` and nothing worse is to be said."""

Direction = Literal["missed", "false alarm"]


@dataclass(frozen=True, order=True)
class Disagreement:
    """A pitfall without a finding, or a finding without a pitfall."""

    line: int
    code: str
    direction: Direction

    def __str__(self) -> str:
        return f"{self.direction}: {self.code} at line {self.line}"


@dataclass(frozen=True)
class Comparison:
    """What was found with the right code at the right line, and what disagrees."""

    found: frozenset[Pitfall]
    disagreements: tuple[Disagreement, ...]


def lint(source: str, codes: tuple[str, ...] = (*JUDGED, DATA_WRITE)) -> list[Finding]:
    """What tapelint reports on the program, by the rules that torch can judge."""
    return lint_source(source, settings=settings_of(codes))


def settings_of(codes: tuple[str, ...]) -> Settings:
    """The settings that run these rules alone, as far as there are such rules."""
    return Settings(select=tuple(code for code in codes if code in all_rules()))


def compare(
    truth: Truth, findings: Iterable[Finding | Pitfall], codes: tuple[str, ...] = JUDGED
) -> Comparison:
    """Hold the findings against the truth; other rules' findings are not looked at."""
    reported = {Pitfall(each.line, each.code) for each in findings}
    judged = {each for each in reported if each.code in codes}
    disagreements = [
        Disagreement(each.line, each.code, "missed") for each in truth.pitfalls - reported
    ]
    disagreements += [
        Disagreement(each.line, each.code, "false alarm")
        for each in judged - truth.pitfalls - truth.debatable
    ]
    answered = {each.line for each in reported if each.code in ("TAP301", DATA_WRITE)}
    demanded = {each.line for each in truth.pitfalls if each.code == "TAP301"}
    disagreements += [
        Disagreement(line, DATA_WRITE, "missed") for line in truth.data_writes - answered - demanded
    ]
    return Comparison(truth.pitfalls & reported, tuple(sorted(disagreements)))
