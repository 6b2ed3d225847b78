"""Why a rule reports nothing at a line: the rules are asked, with nothing left out to save time."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterator, Sequence

from tapelint.explaining.execution_log import ExecutionLog
from tapelint.explaining.explain import line_in_text, touching
from tapelint.explaining.facts import Spot
from tapelint.explaining.places import Spots
from tapelint.explaining.remedies import remedy
from tapelint.explaining.silence import Account, Answer, Heard, Silence
from tapelint.findings import Confidence, Finding, Location
from tapelint.interest import Interest
from tapelint.lint import all_triggers, findings_of, placed
from tapelint.locating import Describer
from tapelint.reading import Reading
from tapelint.rules import all_rules
from tapelint.rules.checker import Checker
from tapelint.rules.listening import Dismissal
from tapelint.rules.reasons import Reason
from tapelint.rules.unused_suppression import UnusedSuppression
from tapelint.screen import may_fire
from tapelint.settings import Settings
from tapelint.source import tree
from tapelint.source.decoding import split_lines
from tapelint.source.documents import Document
from tapelint.source.neighbours import Neighbours
from tapelint.source.suppressions import Suppressions
from tapelint.source.tree import walk

_STATEMENTS = (tree.BaseSmallStatement, tree.BaseCompoundStatement)


class Inquiry:
    """Rules asked about the lines of one document, which is read once.

    Raises:
        SourceError: The text is not Python.
        TimeLimitError: The time for the file is up.
    """

    def __init__(
        self, document: Document, path: str, settings: Settings, *, tries: bool = False
    ) -> None:
        """Read it.

        Args:
            document: The document.
            path: Its path.
            settings: Those that it is linted with.
            tries: Whether what a comment would change is tried out, which takes as long again.
        """
        self.document, self.settings, self.tries = document, settings, tries
        is_file = settings.follow_imports and os.path.isfile(path)
        neighbours = Neighbours(path) if is_file else None
        self.log = ExecutionLog()
        self.reading = Reading(
            document, path, settings.project, neighbours, all_triggers(), observer=self.log
        )
        self.spots = Spots(self.reading.parsed, document)
        self.comments = Suppressions(document.text)
        self.enabled = settings.enabled_rules(path)
        raw = document.text.encode("utf-8", "surrogatepass")
        every = tuple(all_rules().values())
        self._is_passed_over = not Interest(raw, path, settings, True, every).is_suspect
        self.line = 0
        self._ran: dict[frozenset[type[Checker]], tuple[list[Checker], list[Finding]]] = {}
        self._not_reached_at: dict[int, tuple[Silence, ...]] = {}

    def account(self, spot: Spot, asked: Sequence[type[Checker]]) -> Account | None:
        """What some rules say of a line; ``None`` where the text has no such line."""
        line = line_in_text(self.document, self.spots, spot)
        if line is None:
            return None
        self.line = line
        source = split_lines(self.document.text)[line - 1].strip()
        limits = tuple(map(str, self.reading.ended))
        return Account(self.reading.path, spot, source, tuple(self._answers(asked)), limits)

    def _answers(self, asked: Sequence[type[Checker]]) -> Iterator[Answer]:
        checkers, found = self._run(frozenset(asked))
        for checker in checkers:
            if type(checker) in asked:
                own = [each for each in found if each.code == checker.code]
                yield self._answer(checker, own)

    def _run(self, asked: frozenset[type[Checker]]) -> tuple[list[Checker], list[Finding]]:
        """All rules, which have their say about each other, and what is said of all lines."""
        if asked in self._ran:
            return self._ran[asked]
        rules = all_rules().values()
        checkers = [rule(Describer(self.reading)) for rule in rules]
        for each in checkers:
            each.dismissed = []
        wanted = [rule for rule in rules if rule in self.enabled or rule in asked]
        found = findings_of(self.reading, checkers, wanted, level=self.settings.min_confidence)
        if not self.document.is_excerpt:
            for finding in found:
                self.comments.silences(finding)
            found += UnusedSuppression.findings(self.comments, wanted, self.reading.path)
        self._ran[asked] = checkers, found
        return checkers, found

    def _answer(self, checker: Checker, found: Sequence[Finding]) -> Answer:
        findings: list[Finding] = []
        elsewhere: list[Finding] = []
        silences: list[Silence] = []
        for finding in found:
            is_here = bool(touching([finding], Spot(self.line)))
            if not is_here and not self._rests_on_line(finding):
                continue
            withheld = list(self._withheld(type(checker), finding))
            if withheld:
                told = Heard(finding.message, self.spots.of_line(finding.line))
                silences += [dataclasses.replace(each, heard=told) for each in withheld]
            else:
                (findings if is_here else elsewhere).append(placed(finding, self.document))
        heard: list[Heard] = []
        if not findings:
            silences += self._dismissed(checker.dismissed or ())
        if not (findings or silences or elsewhere):
            heard += self._heard(type(checker))
            silences += self._unheard(type(checker))
            silences += [] if silences else [self._not_seen(type(checker))]
        is_told = any(each.reason is Reason.NOT_SELECTED for each in silences)
        if type(checker) not in self.enabled and not is_told:
            silences.insert(0, Silence(Reason.NOT_SELECTED))  # and why it would be silent if it was
        return Answer(
            checker.code,
            checker.name,
            checker.needs,
            tuple(findings),
            tuple(elsewhere),
            () if findings else tuple(dict.fromkeys(silences)),
            tuple(dict.fromkeys(heard)),
        )

    def _rests_on_line(self, finding: Finding) -> bool:
        return any(
            each.path == finding.path and each.location.line <= self.line <= each.location.end_line
            for each in finding.because
        )

    def _withheld(self, rule: type[Checker], finding: Finding) -> Iterator[Silence]:
        """Why a finding is not shown, although the rule has made it: each reason by itself."""
        if rule not in self.enabled:
            yield Silence(Reason.NOT_SELECTED)
        if self._is_passed_over and rule is not UnusedSuppression:
            yield Silence(Reason.NO_TRIGGER, self._missing(rule))
        comments = self.comments.silencing(finding) if rule is not UnusedSuppression else []
        if comments:
            yield Silence(Reason.SUPPRESSED, tuple(f"`{each}`" for each in comments))
        if not finding.confidence.reaches(self.settings.min_confidence):
            is_likely = finding.confidence is Confidence.LIKELY
            yield Silence(Reason.ONLY_LIKELY if is_likely else Reason.ONLY_POSSIBLE)

    # --- what a rule has heard of ---

    def _dismissed(self, dismissed: Sequence[Dismissal]) -> list[Silence]:
        """What was dismissed at the line; then what was elsewhere, for what stands here."""
        here: dict[Silence, None] = {}
        about: dict[Silence, None] = {}
        for each in dismissed:
            others = self._other_nodes(each)
            is_here = self._touches(each.node)
            if is_here or any(self._touches(node) for _, node in others):
                (here if is_here else about)[self._silence(each, others)] = None
        return [*here, *about]

    def _silence(self, dismissal: Dismissal, others: Sequence[tuple[str, tree.Node]]) -> Silence:
        event, report = dismissal.event, dismissal.report
        told = report.message if report is not None else event.what if event is not None else ""
        heard = self._at(dismissal.node, told or "something is known of it", others)
        premises = tuple(
            each.said(lambda node: self.spots.text(node)) for each in dismissal.assumptions
        )
        return Silence(dismissal.reason, dismissal.names, heard, premises)

    def _other_nodes(self, dismissal: Dismissal) -> list[tuple[str, tree.Node]]:
        """The other places that something dismissed is about, each with its part in it."""
        event, report = dismissal.event, dismissal.report
        if report is not None:
            calls = [("call", each) for each in self.reading.calls_that_lead_to(report)]
            return [*calls, *(("see", node) for node, _ in report.because if node is not None)]
        if event is None:
            return []
        fields = [(each.name, getattr(event, each.name)) for each in dataclasses.fields(event)]
        return [
            (name.removesuffix("_at").replace("_", " "), value)
            for name, value in fields
            if isinstance(value, tree.Node)
        ]

    def _heard(self, rule: type[Checker]) -> Iterator[Heard]:
        """What a rule has heard of at the line, whether or not it can judge it."""
        for event in self.reading.events:
            if hasattr(rule, event.visit) and self._touches(event.at):
                yield self._at(event.at, event.what)

    def _at(
        self, node: tree.Node, what: str, others: Sequence[tuple[str, tree.Node]] = ()
    ) -> Heard:
        at = self.spots.of(node)
        spots = dict.fromkeys((part, self.spots.of(each)) for part, each in others)
        places = [(part, spot) for part, spot in spots if spot is not None and spot != at]
        return Heard(what, at, self.spots.text(node) if at else "", tuple(places))

    def _touches(self, node: tree.Node) -> bool:
        place = self._stretch(node)
        return place is not None and place.line <= self.line <= place.end_line

    def _stretch(self, node: tree.Node) -> Location | None:
        """Where a node stands; a block's statement stands where its head begins."""
        place = self.spots.place(node)
        is_block = isinstance(node, tree.BaseCompoundStatement) or hasattr(node.origin, "body")
        if place is not None and is_block and not isinstance(node, tree.BaseExpression):
            return dataclasses.replace(place, end_line=place.line)
        return place

    # --- where it has heard of nothing ---

    def _unheard(self, rule: type[Checker]) -> Iterator[Silence]:
        """What has kept a rule from hearing of anything."""
        raw = self.document.text.encode("utf-8", "surrogatepass")
        if rule.triggers and not may_fire(raw, rule.triggers, self.settings.project.words):
            yield Silence(Reason.NO_TRIGGER, self._missing(rule))
        text = split_lines(self.document.text)[self.line - 1].strip()
        if not text or text.startswith("#"):
            yield Silence(Reason.NO_CODE)
            return
        for node, event in self.log.hushed:
            if hasattr(rule, event.visit) and self._touches(node):
                yield Silence(Reason.EXPECTED_ERROR, (), self._at(node, event.what))
        if self.line not in self._not_reached_at:  # the same for every rule
            self._not_reached_at[self.line] = tuple(self._not_reached())
        yield from self._not_reached_at[self.line]

    def _missing(self, rule: type[Checker]) -> tuple[str, ...]:
        """The words that a rule needs and the text does not have."""
        text = self.document.text
        lacked = () if any(each in text for each in rule.triggers) else rule.triggers
        return tuple(f"`{each}`" for each in ("torch", *lacked) if each not in text)

    def _not_seen(self, rule: type[Checker]) -> Silence:
        """That it has seen nothing; with what is not known there, and the comment that tells it."""
        told = remedy(self.document, self.line, self._reporting(rule) if self.tries else None)
        return Silence(Reason.NOT_SEEN, (told,) if told else ())

    def _reporting(self, rule: type[Checker]) -> Callable[[Document, int], bool]:
        """Tells whether a rule would report a line of the document, were that another one."""

        def reports(document: Document, line: int) -> bool:
            other = Inquiry(document, self.reading.path, self.settings)
            other.line = line
            return any(each.findings or each.elsewhere for each in other._answers([rule]))

        return reports

    def _not_reached(self) -> Iterator[Silence]:
        statement, functions = self._innermost()
        is_reached = statement is None or statement in self.log.passed
        names = {each.name.value for each in functions}
        limits = [
            each
            for each in self.reading.ended
            if (each.function.rpartition(".")[2] in names if names else not each.function)
            or (each.is_of_file and not is_reached)
        ]
        if limits:
            yield Silence(Reason.BUDGET, tuple(map(str, limits)))
        elif not is_reached:
            yield Silence(Reason.UNREACHABLE)

    def _innermost(self) -> tuple[tree.Node | None, list[tree.FunctionDef]]:
        """The innermost statement at the line, and the functions around it."""
        found: tree.Node | None = None
        functions: list[tree.FunctionDef] = []
        for node in walk(self.reading.parsed.module):
            if not isinstance(node, _STATEMENTS):
                continue
            place = self.spots.place(node)
            if place is None or not place.line <= self.line <= place.end_line:
                continue
            known = self.spots.place(found) if found is not None else None
            if known is None or place.line >= known.line:
                found = node
            if isinstance(node, tree.FunctionDef) and place.line < self.line:
                functions.append(node)
        return found, functions
