"""How often each rule was reported, the most frequent first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tapelint.findings import Finding
from tapelint.printable import as_json


def render(findings: Sequence[Finding]) -> Iterator[str]:
    """One line a rule: how often, code, name, and how many of them a fix exists for."""
    rows = _rows(findings)
    width = max((len(str(row["count"])) for row in rows), default=1)
    for row in rows:
        fixable = f" ({row['fixable']} fixable)" if row["fixable"] else ""
        yield f"{row['count']:>{width}}  {row['code']} [{row['name']}]{fixable}"


def render_json(findings: Sequence[Finding]) -> list[str]:
    """The same as a JSON array."""
    return as_json(_rows(findings), indent=2)


def _rows(findings: Sequence[Finding]) -> list[dict[str, int | str]]:
    counts = Counter((finding.code, finding.name) for finding in findings)
    fixable = Counter(finding.code for finding in findings if finding.fix is not None)
    return [
        {"count": count, "code": code, "name": name, "fixable": fixable[code]}
        for (code, name), count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]
