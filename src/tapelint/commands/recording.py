"""The command ``baseline``: recording today's findings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NoReturn

from tapelint.commands.counting import count
from tapelint.commands.running import (
    Inputs,
    fail,
    finish,
    governing,
    lint,
    settings_resolver,
)
from tapelint.terminal import show


def record(inputs: Inputs, options: Mapping[str, Any]) -> NoReturn:
    """Lint, and bring the baseline's file up to date."""
    from tapelint.baseline import DEFAULT_FILE, Baseline, BaselineError

    settings_of = settings_resolver(options)
    governing(settings_of)
    file = options["output"] or DEFAULT_FILE
    try:
        before = Baseline.read(file) if os.path.lexists(file) else Baseline(file)
    except BaselineError as error:
        fail(error)
    outcome = lint(inputs, settings_of, None, options)
    after = before.updated(outcome.findings, outcome.linted_whole, inputs.lines)
    try:
        after.write()
    except BaselineError as error:
        fail(error)
    added = sum((after.counts - before.counts).values())
    removed = sum((before.counts - after.counts).values())
    total = count(sum(after.counts.values()), "finding")
    show(f"{total} in {file}: {added} added, {removed} taken out.")
    finish(outcome, has_findings=False)
