"""Linting one text: screen, parse, tape, rules, positions, suppressions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tapelint.findings import Confidence, Finding, Location, Reason
from tapelint.rules import all_rules
from tapelint.rules.unused_suppression import UnusedSuppression
from tapelint.screen import may_fire, may_suppress
from tapelint.settings import Settings
from tapelint.source.decoding import decode
from tapelint.source.errors import SourceError
from tapelint.source.suppressions import Suppressions

if TYPE_CHECKING:
    import libcst as cst

    from tapelint.rules.checker import Checker, Report

_LONGEST_TEXT = 48


def lint_source(
    source: str | bytes,
    *,
    path: str = "<text>",
    settings: Settings | None = None,
    respect_noqa: bool = True,
) -> list[Finding]:
    """Find the pitfalls in one Python text.

    Args:
        source: The text, or a file's bytes.
        path: The name that findings carry.
        settings: Which rules run; by default those that are on by default.
        respect_noqa: Whether comments silence findings.

    Returns:
        The findings in the order of the text.

    Raises:
        SourceError: The text is not Python, or not in the encoding that it declares.
        SettingsError: The settings name an unknown rule.
    """
    settings = settings or Settings()
    rules = settings.enabled_rules(path)
    raw = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    triggers = (word for rule in rules for word in rule.triggers)
    is_suspect = may_fire(raw, triggers, settings.project.words)
    speaks_to_us = respect_noqa and may_suppress(raw)
    if not is_suspect and not (speaks_to_us and UnusedSuppression in rules):
        return []
    text = decode(source, path) if isinstance(source, bytes) else source.removeprefix("\ufeff")
    comments = Suppressions(text) if speaks_to_us else None
    if comments is not None and comments.skips_file:
        return []
    findings = _findings(text, path, rules, settings) if is_suspect else []
    if respect_noqa and findings:
        comments = comments or Suppressions(text)
        findings = [each for each in findings if not comments.silences(each)]
    if comments is not None and UnusedSuppression in rules:
        findings += UnusedSuppression.findings(comments, rules, path)
        findings.sort(key=lambda finding: finding.sort_key)
    return [_as_wanted(each, settings) for each in findings if _is_wanted(each, settings)]


def _is_wanted(finding: Finding, settings: Settings) -> bool:
    least = settings.min_confidence
    return least is not Confidence.CERTAIN or finding.confidence is Confidence.CERTAIN


def _as_wanted(finding: Finding, settings: Settings) -> Finding:
    """The finding, without a fix that the settings do not offer."""
    if finding.fix is None or settings.offers_fix(all_rules()[finding.code]):
        return finding
    return replace(finding, fix=None)


def lint_guarded(
    source: str | bytes, *, path: str, settings: Settings, respect_noqa: bool = True
) -> list[Finding] | SourceError:
    """Lint one text; what cannot be linted is a value, so that the other texts go on.

    An error of tapelint's own is such a value too: a linter must not stop the others.
    """
    try:
        return lint_source(source, path=path, settings=settings, respect_noqa=respect_noqa)
    except SourceError as error:
        return error
    except RecursionError:
        return SourceError(path, "nested too deep to be analysed; simplify it")
    except Exception as error:
        # The error's own text may be of any length: libcst puts whole trees into it.
        return SourceError(
            path, f"internal error in tapelint ({type(error).__name__}); please report it"
        )


def _findings(
    text: str, path: str, rules: Sequence[type[Checker]], settings: Settings
) -> list[Finding]:
    from tapelint.rules.checker import visit
    from tapelint.source.parsing import parse
    from tapelint.tape.recording import record

    module = parse(text, path)
    recording = record(module, settings.project)
    if not recording.events:
        return []
    describe = _Describer(module)
    reports = visit([rule(describe) for rule in rules], recording.events)
    return _located(module, reports, path) if reports else []


class _Describer:
    """The text of nodes, for messages."""

    def __init__(self, module: cst.Module) -> None:
        self._module = module

    def __call__(self, node: cst.CSTNode) -> str:
        try:
            text = " ".join(self._module.code_for_node(node).split())
        except RecursionError:
            return "..."
        return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 3] + "..."


def _located(module: cst.Module, reports: Sequence[Report], path: str) -> list[Finding]:
    from tapelint.source.positions import locate

    nodes: dict[cst.CSTNode, None] = {}
    for report in reports:
        nodes[report.node] = None
        nodes.update(dict.fromkeys(node for node, _ in report.because if node is not None))
    places = locate(module, nodes)
    nowhere = Location(1, 1, 1, 1)
    findings = [
        Finding(
            code=report.rule.code,
            name=report.rule.name,
            message=report.message,
            path=path,
            location=places.get(report.node, nowhere),
            consequence=report.consequence,
            confidence=report.confidence,
            because=tuple(
                Reason(path, places[node], message)
                for node, message in report.because
                if node is not None and node in places
            ),
        )
        for report in reports
    ]
    # `w.data.mul_(2).add_(1)` is two changes that start at one place: one report is enough.
    first: dict[tuple[object, ...], Finding] = {}
    for finding in sorted(findings, key=lambda finding: (finding.sort_key, finding.location)):
        first.setdefault(finding.sort_key, finding)
    return list(first.values())


__all__ = ["SourceError", "lint_source"]
