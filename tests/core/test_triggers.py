"""What the triggers leave out would have told nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapelint.project.demand import Triggers
from tapelint.rules import all_rules

from .listeners import findings

ROOT = Path(__file__).parents[2]
GROUPS = {
    "rules": sorted(ROOT.glob("rules/*/examples/*.py")),
    "programs": sorted(ROOT.glob("tests/programs/*.py")),
}


@pytest.mark.parametrize("group", GROUPS)
def test_what_is_not_run_would_have_told_nothing(group: str) -> None:
    triggers = Triggers(word for each in all_rules().values() for word in each.serious_triggers())
    for path in GROUPS[group]:
        assert findings(path, triggers)[0] == findings(path)[0], path
