"""The verdicts of the first readings by rule, as they were given and as they stand today."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tapelint.rules import all_rules

from .again import STILL, UNAVAILABLE, Again
from .first_readings import JUDGED, Reading
from .record import Entry

VERDICTS_OF_RULES = Path(__file__).parents[2] / "rules/verdicts.json"
"""What ``tapelint rule`` and the site say of each rule's findings."""
RIGHT_BY_DEFAULT = 0.8
"""The least share of right ones with which a rule is on by default."""
ENOUGH = 10
"""How many verdicts that share is of, at least: of fewer, it says little."""


def table_of_first_readings(readings: Iterable[Reading], found: Iterable[Again]) -> Iterator[str]:
    """The verdicts on each rule, in the last reading, in all, and where it is reported today."""
    last = max(each.number for each in readings)
    counts = Counter[tuple[str, str, str]]()
    for one in found:
        judged = one.judged
        counts[judged.code, "all", judged.verdict] += 1
        counts[judged.code, one.outcome, judged.verdict] += 1
        if judged.reading == last:
            counts[judged.code, "last", judged.verdict] += 1
    yield (
        "| rule | default | last reading: right | wrong | open | all: right | wrong | open "
        "| reported today: right | wrong | not linted again |"
    )
    yield "|---|---|" + "--:|" * 9
    for code in sorted({key[0] for key in counts}):
        default = "on" if all_rules()[code].on_by_default else "off"
        numbers = [counts[code, when, each] for when in ("last", "all") for each in JUDGED]
        unknown = sum(counts[code, UNAVAILABLE, each] for each in JUDGED)
        is_known = unknown < sum(counts[code, "all", each] for each in JUDGED)
        today = [str(counts[code, STILL, each]) if is_known else "" for each in JUDGED[:2]]
        yield f"| {' | '.join([code, default, *map(str, numbers), *today, str(unknown)])} |"


def when_linted_again(found: Iterable[Again]) -> str:
    """Of how many places it is known what is reported today, and since when, as a sentence."""
    found = list(found)
    again = [one for one in found if one.outcome != UNAVAILABLE]
    revisions = ", ".join(f"`{each}`" for each in sorted({one.revision for one in again}))
    return (
        f"Of {len(found):,} judged places, {len(again):,} were linted again, at revision "
        f"{revisions}; of the others, the sources were not fetched or have changed."
    )


def right_today(found: Iterable[Again]) -> dict[str, tuple[int, int]]:
    """How many of each rule's verdicts would be given today: right ones, and all."""
    counts = Counter((one.judged.code, one.judged.verdict) for one in found if one.outcome == STILL)
    return {
        code: (counts[code, "right"], counts[code, "right"] + counts[code, "wrong"])
        for code in sorted({code for code, _ in counts})
    }


def too_often_wrong(found: Iterable[Again]) -> list[str]:
    """The rules that were right too seldom to be on by default, where what is fixed is left out."""
    return [
        code
        for code, (right, judged) in right_today(found).items()
        if judged >= ENOUGH and right < RIGHT_BY_DEFAULT * judged
    ]


def verdicts_of_rules(entries: Iterable[Entry], found: Sequence[Again]) -> str:
    """The verdicts on each rule's findings, as the JSON that ships with the rule book."""
    by_name = {
        "packages": Counter((entry.place.code, entry.verdict) for entry in entries),
        "first_readings": _counted(found),
        "linted_again": _counted(one for one in found if one.outcome != UNAVAILABLE),
        "reported_today": _counted(one for one in found if one.outcome == STILL),
    }
    codes = sorted({code for counts in by_name.values() for code, _ in counts})
    told = {
        code: {
            name: {verdict: counts[code, verdict] for verdict in JUDGED}
            for name, counts in by_name.items()
        }
        for code in codes
    }
    return json.dumps(told, indent=2) + "\n"


def _counted(found: Iterable[Again]) -> Counter[tuple[str, str]]:
    return Counter((one.judged.code, one.judged.verdict) for one in found)
