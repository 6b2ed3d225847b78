"""TAP408 is silent where the user's own option does what the rule advises, however it is written.

Each way to write it, times what the option is, times what a call says of it. A branch that does
something else changes nothing: the signal is reported.
"""

from __future__ import annotations

import itertools
import textwrap

import pytest

from tapelint import Settings, lint_source

SETTINGS = Settings(select=("TAP408",))

_HEAD = """\
import torch
from torch import nn
from torch.distributions import Categorical

KEEPS = False

def maybe(x, cut):
    return x.detach() if cut else x

actor, critic = nn.Linear(2, 3), nn.Linear(2, 1)

def update(states, rewards, gamma, args, cut=False):
    values = critic(states).squeeze(1)
"""
_ADVANTAGE = """\
{signal}
policy = Categorical(logits=actor(states))
{loss}
(policy_loss + (rewards - values).pow(2).mean()).backward()
"""
_TARGET = """\
{signal}
{loss}
loss.backward()
"""
_CALLS = ("", "update(x, x[:, 0], 0.9, args)", "update(x, x[:, 0], 0.9, args, True)")
_TESTS = {
    "argument": "args.cut",
    "parameter": "cut",
    "negated": "not cut",
    "compared": "args.mode == 'cut'",
    "given": "args.critic is not None",
    "constant": "KEEPS",
}
_FORMS = {
    "advantage": (
        _ADVANTAGE,
        "signal = rewards - {}values",
        "values",
        "policy_loss = -(policy.log_prob(policy.sample()) * {}).mean()",
    ),
    "target": (
        _TARGET,
        "signal = rewards + gamma * {}critic(states + 1).squeeze(1)",
        "critic(states + 1).squeeze(1)",
        "loss = (values - {}).pow(2).mean()",
    ),
}
WAYS = {
    "if behind": ("{make}\nif {c}:\n    signal = signal.detach()", ""),
    "if and else": ("if {c}:\n    {make}.detach()\nelse:\n    {make}", ""),
    "if not": ("if not ({c}):\n    {make}\nelse:\n    {make}.detach()", ""),
    "in place": ("{make}\nif {c}:\n    signal.detach_()", ""),
    "expression": ("{make}\nsignal = signal.detach() if {c} else signal", ""),
    "operand": ("{make}", "(signal.detach() if {c} else signal)"),
    "two losses": ("{make}", "if {c}: signal.detach() else: signal"),
    "switch": ("with torch.set_grad_enabled(not ({c})):\n    {make}", ""),
    "no_grad": ("if {c}:\n    with torch.no_grad():\n        {make}\nelse:\n    {make}", ""),
    "helper": ("{make}\nsignal = maybe(signal, {c})", ""),
    "function": (
        "{make}\ncutting = torch.Tensor.detach if {c} else (lambda x: x)\nsignal = cutting(signal)",
        "",
    ),
}
OTHERS = {
    "no option": ("{make}", ""),
    "scaled": ("{make}\nif {c}:\n    signal = signal / 2.0", ""),
    "shown": ("{make}\nif {c}:\n    print(signal.detach().mean())", ""),
    "noted": ("{make}\nif {c}:\n    noted = signal.detach().mean()", ""),
    "both": ("if {c}:\n    {make}\nelse:\n    {make}", ""),
    "of something else": ("{make}\nif {c}:\n    states = states.detach()", ""),
}


def program(form: str, way: tuple[str, str], test: str, call: str) -> str:
    body, make, _, loss = _FORMS[form]
    signal, used = (each.replace("{make}", make.format("")).replace("{c}", test) for each in way)
    if used.startswith("if "):
        sides = (loss.format("signal.detach()"), loss.format("signal"))
        written = f"if {test}:\n    {sides[0]}\nelse:\n    {sides[1]}"
    else:
        written = loss.format(used or "signal")
    text = textwrap.indent(body.format(signal=signal, loss=written), "    ")
    return f"{_HEAD}{text}\nx = torch.rand(3, 2)\n{call}\n"


def found(form: str, way: tuple[str, str]) -> list[tuple[str, str, int]]:
    return [
        (test, call, len(lint_source(program(form, way, written, call), settings=SETTINGS)))
        for (test, written), call in itertools.product(_TESTS.items(), _CALLS)
    ]


@pytest.mark.parametrize("form", _FORMS)
@pytest.mark.parametrize("way", WAYS)
def test_an_option_that_cuts_is_meant(form: str, way: str) -> None:
    assert [each for each in found(form, WAYS[way]) if each[2]] == []


@pytest.mark.parametrize("form", _FORMS)
@pytest.mark.parametrize("way", OTHERS)
def test_another_option_changes_nothing(form: str, way: str) -> None:
    assert [each for each in found(form, OTHERS[way]) if not each[2]] == []
