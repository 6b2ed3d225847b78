"""What a rule says of a line: its findings there, or why it is silent; plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tapelint.explaining.as_json import finding_data
from tapelint.explaining.facts import Spot
from tapelint.findings import Finding
from tapelint.printable import as_json
from tapelint.rules.reasons import Reason


@dataclass(frozen=True)
class Heard:
    """Something that a rule has heard of.

    Attributes:
        what: What it is, in words.
        at: Where that is; ``None`` where it stands in another file.
        text: The source there.
        places: Where else it is about, each with its part in it.
    """

    what: str
    at: Spot | None = None
    text: str = ""
    places: tuple[tuple[str, Spot], ...] = ()

    def __str__(self) -> str:
        text = f": `{self.text}`" if self.text else ""
        at = [str(self.at)] if self.at is not None else []
        places = [*at, *(f"{part}: {spot}" for part, spot in self.places)]
        return f"{self.what}{text}" + (f" ({'; '.join(places)})" if places else "")


@dataclass(frozen=True)
class Silence:
    """One thing that a rule does not report, and why.

    Attributes:
        reason: Why.
        names: What the reason names: the codes of other rules, a comment, a limit.
        heard: What the rule has heard of; ``None`` where it has heard of nothing.
        premises: What a report would assume.
    """

    reason: Reason
    names: tuple[str, ...] = ()
    heard: Heard | None = None
    premises: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.reason.id}: {self.reason.told(self.names)}"


@dataclass(frozen=True)
class Answer:
    """What one rule says of a line.

    Attributes:
        code: The rule's code.
        name: The rule's name.
        needs: What must be seen for a report.
        findings: What it reports there.
        elsewhere: What it reports at another line for what stands in this one.
        silences: What it does not report there, and why.
        heard: Where there is nothing else to say: what it has heard of there, which is not enough.
    """

    code: str
    name: str
    needs: str
    findings: tuple[Finding, ...] = ()
    elsewhere: tuple[Finding, ...] = ()
    silences: tuple[Silence, ...] = ()
    heard: tuple[Heard, ...] = ()

    @property
    def is_deaf(self) -> bool:
        """Whether it has heard of nothing there that it could judge."""
        is_silent = any(each.heard is not None for each in self.silences)
        return not (self.findings or self.elsewhere or is_silent)


@dataclass(frozen=True)
class Account:
    """What some rules say of a line.

    Attributes:
        path: The file.
        spot: The line.
        source: Its text.
        answers: What each rule says.
        limits: The limits of the analysis that were reached, each in words.
    """

    path: str
    spot: Spot
    source: str
    answers: tuple[Answer, ...]
    limits: tuple[str, ...] = ()


def render_text(account: Account) -> list[str]:
    """The lines of the text."""
    spot = account.spot
    place = f"{spot.line}" if spot.cell is None else f"{spot.cell}:{spot.line}"
    lines = [f"{account.path}:{place}  {account.source}".rstrip()]
    for answer in account.answers:
        lines += ["", *_told(answer)]
    if account.limits:
        lines += ["", "limits of the analysis", *(f"  {each}" for each in account.limits)]
    return lines


def _told(answer: Answer) -> Iterator[str]:
    yield f"{answer.code} [{answer.name}] {_verdict(answer)}"
    for finding in (*answer.findings, *answer.elsewhere):
        at = Spot(finding.location.line, finding.location.cell)
        yield f"  {at}: {finding.message}"
        for step in finding.assumed:
            yield f"    {step.told} (line {step.location.line})"
    for heard in answer.heard:
        yield f"  {heard}"
    if answer.is_deaf:
        yield f"  it needs {answer.needs}"
    for each in answer.silences:
        if each.heard is not None:
            yield f"  {each.heard}"
        before = "  " if each.heard is None else "    "
        yield f"{before}{each}"
        for premise in each.premises:
            yield f"{before}a report would assume: {premise}"


def _verdict(answer: Answer) -> str:
    if answer.findings:
        return "reports"
    if not answer.is_deaf:
        return "is silent" if answer.silences else "reports what stands here, at another line"
    return "has not heard enough at this line" if answer.heard else "heard of nothing at this line"


def render_json(account: Account) -> list[str]:
    """The text of one JSON object, in lines."""
    return as_json(
        {
            "path": account.path,
            "line": account.spot.line,
            "cell": account.spot.cell,
            "source": account.source,
            "limits": list(account.limits),
            "rules": [_answer(each) for each in account.answers],
        },
        indent=2,
    )


def _answer(answer: Answer) -> dict[str, Any]:
    return {
        "code": answer.code,
        "name": answer.name,
        "needs": answer.needs,
        "findings": [finding_data(each) for each in answer.findings],
        "elsewhere": [finding_data(each) for each in answer.elsewhere],
        "silences": [
            {
                "reason": each.reason.id,
                "sentence": each.reason.told(each.names),
                "names": list(each.names),
                "heard": _heard(each.heard) if each.heard is not None else None,
                "would_assume": list(each.premises),
            }
            for each in answer.silences
        ],
        "heard": [_heard(each) for each in answer.heard],
    }


def _heard(heard: Heard) -> dict[str, Any]:
    return {
        "what": heard.what,
        "text": heard.text,
        **_spot(heard.at),
        "places": [{"part": part, **_spot(spot)} for part, spot in heard.places],
    }


def _spot(spot: Spot | None) -> dict[str, Any]:
    return {"line": spot.line if spot else None, "cell": spot.cell if spot else None}
