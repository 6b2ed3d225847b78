"""Holds the index of messages and symptoms against real torch."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from docs.site.symptoms import Cause, Message, read_index

from .examples import Example, all_examples, parse_example
from .verdict import torch_verdict

INDEX = read_index()
RAISED = [each for each in INDEX.messages if not each.kind.endswith("Warning")]
WARNED = [each for each in INDEX.messages if each.kind.endswith("Warning")]
RAISING = [
    example
    for example in all_examples()
    if example.kind == "pitfall" and example.torch_mark.outcome == "raises"
]
WARNINGS_OF_A_PROGRAM = """
import contextlib, io, json, sys, warnings
import torch
torch.set_warn_always(True)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception):
        exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), {"__name__": "__main__"})
print(json.dumps([[each.category.__name__, str(each.message)] for each in caught]))
"""


@pytest.mark.parametrize("message", RAISED, ids=lambda message: message.name)
def test_torch_says_what_the_index_says(message: Message) -> None:
    for cause in message.causes:
        verdict = torch_verdict(parse_example(cause.path.read_text("utf-8"), cause.path))
        assert message.is_said(verdict.exception, verdict.message), f"{cause.example}: {verdict}"


@pytest.mark.parametrize("message", WARNED, ids=lambda message: message.name)
def test_torch_warns_as_the_index_says(message: Message) -> None:
    for cause in message.causes:
        command = [sys.executable, "-c", WARNINGS_OF_A_PROGRAM, str(cause.path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
        warned = json.loads(done.stdout)
        assert any(message.is_said(kind, text) for kind, text in warned), (cause.example, warned)


@pytest.mark.parametrize("example", RAISING, ids=lambda example: example.identity)
def test_what_a_pitfall_raises_leads_to_its_rule(example: Example) -> None:
    verdict = torch_verdict(example)
    fitting = [each for each in RAISED if each.is_said(verdict.exception, verdict.message)]
    assert fitting, f"no message of the index: {verdict}"
    rules = {cause.rule for message in fitting for cause in message.causes}
    assert example.rule_folder in rules


def test_a_symptom_names_programs_that_show_it() -> None:
    for symptom in INDEX.symptoms:
        for cause in symptom.causes:
            example = parse_example(cause.path.read_text("utf-8"), cause.path)
            assert example.kind == "pitfall"
            assert example.torch_mark.outcome in symptom.torch, (symptom.name, cause.example)


def test_a_message_is_more_than_a_gap() -> None:
    for message in INDEX.messages:
        assert max(map(len, message.says.split("…"))) > 20, message.says


@pytest.mark.parametrize(
    ("kind", "text", "is_said"),
    [
        ("ValueError", "parameter scale is wrong", True),
        ("ValueError", "parameter scale\nof Normal is wrong", True),
        ("TypeError", "parameter scale is wrong", False),
        ("ValueError", "parameter scale is wrong!", False),
    ],
)
def test_a_message_is_compared_to_the_last_letter(kind: str, text: str, is_said: bool) -> None:
    cause = Cause("TAP201/pitfall_normal", "")
    message = Message("", "ValueError", "parameter … is wrong", "", (cause,))
    assert message.is_said(kind, text) is is_said
