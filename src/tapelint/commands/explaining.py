"""The command ``explain``."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tapelint.commands.running import Inputs, fail, settings_resolver
from tapelint.terminal import show

if TYPE_CHECKING:
    from tapelint.explaining.facts import Explanation, Spot
    from tapelint.rules.checker import Checker
    from tapelint.settings import Settings
    from tapelint.source.documents import Document

T = TypeVar("T")
_PLACE = re.compile(r"(?P<path>.+?)(?::cell (?P<cell>\d+))?(?P<numbers>(?::\d+){1,3})", re.DOTALL)
_SAYS_WHY = ("text", "json")
"""The formats in which rules answer."""


def explain(place: str, options: Mapping[str, Any]) -> None:
    """Say what the core knows at a line, or why rules are silent there."""
    from tapelint.failures import too_long
    from tapelint.runner import read
    from tapelint.settings import SettingsError
    from tapelint.source.errors import SourceError
    from tapelint.time_limit import TimeLimitError, limited

    settings_of = settings_resolver({name: options[name] for name in ("config", "isolated")})
    rules = _asked(options)
    path, spot = _place(place)
    inputs = Inputs([path], options["stdin_filename"])
    name = path if inputs.stdin is None else inputs.stdin_name
    try:
        settings = settings_of.of_file(path if inputs.stdin is None else inputs.stdin_path)
        source = read(path) if inputs.stdin is None else inputs.stdin
        with limited(settings.time_limit):
            lines = _lines(source, name, spot, settings, rules, options["output_format"])
    except TimeLimitError as error:
        fail(SourceError(name, too_long(error)))
    except (SourceError, SettingsError) as error:
        fail(error)
    try:
        for line in lines:
            show(line)
    except BrokenPipeError:
        # Whoever reads has seen enough; what is still buffered must not complain at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _asked(options: Mapping[str, Any]) -> tuple[type[Checker], ...]:
    """The rules that are asked why they are silent."""
    from tapelint.rules.selectors import named_by, nearest_rule
    from tapelint.settings import split_selectors

    selectors = split_selectors(options["rule"])
    for selector in selectors:
        if not named_by(selector):
            fail(nearest_rule(selector))
    if options["rule"] and not selectors:
        fail("--rule names no rule; `tapelint rule --all` lists the rules")
    output_format = options["output_format"]
    if selectors and output_format not in _SAYS_WHY:
        fail(f"--rule is answered as {' or '.join(_SAYS_WHY)}, not as {output_format}")
    return tuple(rule for selector in selectors for rule in named_by(selector))


def _place(place: str) -> tuple[str, Spot]:
    """The path and the line of ``FILE:LINE``; a column behind the line is passed over."""
    from tapelint.explaining.facts import Spot

    match = _PLACE.fullmatch(place)
    if match is None:
        is_rule = re.fullmatch(r"(?i)TAP\d+", place) is not None
        about = f"; `tapelint rule {place}` is about a rule" if is_rule else ""
        fail(f"{place}: not a place; write FILE:LINE, or NOTEBOOK:CELL:LINE{about}")
    numbers = [int(each) for each in match["numbers"].split(":")[1:]]
    path = match["path"]
    if match["cell"] is not None:
        return path, Spot(numbers[0], int(match["cell"]))
    if path.endswith(".ipynb"):
        if len(numbers) == 1:
            fail(f"{place}: a line of a notebook is NOTEBOOK:CELL:LINE")
        return path, Spot(numbers[1], numbers[0])
    return path, Spot(numbers[0])


def _lines(
    source: bytes,
    path: str,
    spot: Spot,
    settings: Settings,
    rules: Sequence[type[Checker]],
    output_format: str,
) -> list[str]:
    """What is said of a line.

    Raises:
        SourceError: The text cannot be read, or has no such line.
        SettingsError: The settings name an unknown rule.
    """
    from dataclasses import replace

    from tapelint.explaining import silence
    from tapelint.explaining.explain import explain as explain_line
    from tapelint.explaining.explain import touching
    from tapelint.explaining.why_silent import Inquiry
    from tapelint.lint import lint_readable

    if rules:
        account = _of_part(
            source,
            path,
            spot,
            lambda e: Inquiry(e, path, settings, tries=True).account(spot, rules),
        )
        render = silence.render_json if output_format == "json" else silence.render_text
        return render(account)
    explanation = _of_part(source, path, spot, lambda e: explain_line(e, path, spot, settings))
    linted = lint_readable(source, path=path, settings=settings)
    found = touching(list(linted.findings), spot)
    limits = tuple(dict.fromkeys([*explanation.limits, *linted.limits]))
    return _render(output_format)(replace(explanation, findings=found, limits=limits))


def _of_part(source: bytes, path: str, spot: Spot, tell: Callable[[Document], T | None]) -> T:
    """What is told of the part of a file in which a line stands.

    Raises:
        SourceError: The text cannot be read, or has no such line.
    """
    from tapelint.source.documents import read_document
    from tapelint.source.errors import SourceError

    document = read_document(source, path)
    for part in document.parts():
        try:
            told = tell(part)
        except SourceError as error:
            rest = part.without_broken()
            if rest is None:
                raise part.placed_error(error) from None
            told = tell(rest)
        if told is not None:
            return told
    where = f"line {spot.line}" if spot.cell is None else f"line {spot.line} in cell {spot.cell}"
    raise SourceError(path, f"no {where} of Python; {_extent(document, spot)}")


def _extent(document: Document, spot: Spot) -> str:
    """Which lines there are: ``there are lines 1 to 12``."""
    from tapelint.findings import Location
    from tapelint.source.decoding import split_lines

    known = [
        place.line
        for part in document.parts()
        for line in range(1, len(split_lines(part.text.rstrip())) + 1)
        if (place := part.place(Location(line, 1, line, 1))).cell == spot.cell
    ]
    if not known:
        return "there are none" if spot.cell is None else "no such cell holds Python"
    if min(known) == max(known):
        return f"there is line {min(known)} alone"
    return f"there are lines {min(known)} to {max(known)}"


def _render(output_format: str) -> Callable[[Explanation], list[str]]:
    """What renders an explanation in a format."""
    from tapelint.explaining import as_dot, as_json, as_svg, as_text

    known: dict[str, Callable[[Explanation], list[str]]] = {
        "text": as_text.render,
        "json": as_json.render,
        "dot": as_dot.render,
        "svg": as_svg.render,
    }
    return known[output_format]
