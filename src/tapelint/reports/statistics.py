"""How often each rule was reported, the most frequent first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tapelint.findings import Applicability, Finding
from tapelint.printable import as_json


def render(findings: Sequence[Finding]) -> Iterator[str]:
    """One line a rule: how often, its safe and its unsafe fixes, code and name."""
    rows = _rows(findings)
    if not rows:
        return
    widths = {key: max(len(key), *(len(str(row[key])) for row in rows)) for key in _NUMBERS}
    yield "  ".join([*(f"{key:>{width}}" for key, width in widths.items()), "rule"])
    for row in rows:
        numbers = [f"{row[key]:>{width}}" for key, width in widths.items()]
        yield "  ".join([*numbers, f"{row['code']} [{row['name']}]"])


def render_json(findings: Sequence[Finding]) -> list[str]:
    """The same as a JSON array."""
    return as_json(_rows(findings), indent=2)


_NUMBERS = ("count", "safe", "unsafe")


def _rows(findings: Sequence[Finding]) -> list[dict[str, int | str]]:
    counts = Counter((finding.code, finding.name) for finding in findings)
    fixes = Counter((each.code, each.fix.applicability) for each in findings if each.fix)
    return [
        {
            "count": count,
            "code": code,
            "name": name,
            **{each.value: fixes[code, each] for each in Applicability},
        }
        for (code, name), count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]
