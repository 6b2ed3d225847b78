"""A JSON array of findings. Its form is a contract: keys are added, never changed."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tapelint.findings import Finding


def render(findings: Sequence[Finding]) -> str:
    """The whole report."""
    return json.dumps([each.to_dict() for each in findings], indent=2, ensure_ascii=False)
