"""Tests about a network that stays the same, in every form, once more in the next round or behind.

Torch runs each program for networks of several classes. What one test lets pass, the same test
says again in other words; a backward that frees, or a change in place, stands on one side of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from textwrap import indent
from typing import Any

import torch

_HEAD = """\
import torch
from torch import nn


class A(nn.Linear):
    kind = "a"


class B(nn.Linear):
    kind = "b"


class C(nn.Linear):
    kind = "c"

    def penalty(self):
        return self.weight.pow(2).sum()


class D(C):
    kind = "d"


GROUP = [A, B]


def train(m, x, extra, chosen):
    optimizer = torch.optim.SGD(m.parameters(), lr=0.1)
"""
TESTS = {
    "class": ("isinstance(m, A)",),
    "base": ("isinstance(m, C)", "issubclass(type(m), C)"),
    "several": (
        "isinstance(m, (A, B))",
        "isinstance(m, (B, (A,)))",
        "isinstance(m, A | B)",
        "isinstance(m, A) or isinstance(m, B)",
        "issubclass(m.__class__, (A, B))",
    ),
    "type": ("type(m) is A", "type(m) == A", "m.__class__ is A", "A is type(m)"),
    "no type": ("type(m) is not A", "type(m) != A", "not m.__class__ == A"),
    "types": ("type(m) in (A, B)", "type(m) in [B, A]", "type(m) in GROUP"),
    "name": ("type(m).__name__ == 'A'", "m.__class__.__name__ == 'A'"),
    "names": ("type(m).__name__ in ('A', 'B')",),
    "has": ("hasattr(m, 'penalty')",),
    "callable": ("callable(getattr(m, 'penalty', None))",),
    "none": ("getattr(m, 'penalty', None) is None",),
    "attribute": ("m.kind == 'a'", "'a' == m.kind"),
    "attributes": ("m.kind in {'a', 'b'}",),
    "bias": ("m.bias is None",),
    "in": ("m in chosen", "not m not in chosen"),
}
"""Tests, each in several words that say the same."""
FLAGS = {
    "": "",
    "flag": "flag = {t}\n",
    "bool": "flag = bool({t})\n",
    "if": "flag = False\nif {t}:\n    flag = True\n",
    "number": "flag = 1 if {t} else 0\n",
}
COMPOUND = {
    "plain": ("{t}", "{t}"),
    "not": ("not ({t})", "not ({t})"),
    "and": ("({t}) and extra", "({t}) and extra"),
    "or": ("({t}) or extra", "({t}) or extra"),
    "neither": ("not (({t}) and extra)", "not ({t}) or not extra"),
}
_LOSS = "loss = m(x).pow(2).mean()\n"
SHAPES = {
    "rounds": f"for _ in range(3):\n    if {{t}}:\n        {_LOSS}"
    "    elif not ({u}):\n        loss = m(x).pow(2).mean() + 1\n    loss.backward()\n",
    "one a round": f"for _ in range(3):\n    if {{t}}:\n        {_LOSS}"
    "    if {u}:\n        loss.backward()\n",
    "retained": f"for _ in range(3):\n    if {{t}}:\n        {_LOSS}"
    "        loss.backward(retain_graph=True)\n    if {u}:\n        loss.backward()\n",
    "apart": f"{_LOSS}if {{t}}:\n    loss.backward()\nif not ({{u}}):\n    loss.backward()\n",
    "same": f"{_LOSS}if {{t}}:\n    loss.backward()\nif {{u}}:\n    loss.backward()\n",
    "retained there": f"{_LOSS}if {{t}}:\n    loss.backward(retain_graph=True)\n"
    "else:\n    loss.backward()\nif {u}:\n    loss.backward()\n",
    "retained elsewhere": f"{_LOSS}if {{t}}:\n    loss.backward(retain_graph=True)\n"
    "else:\n    loss.backward()\nif not ({u}):\n    loss.backward()\n",
    "changed": "h = m(x).exp()\nif {t}:\n    h.mul_(2)\nif not ({u}):\n    h.sum().backward()\n",
}


def programs(test: str, count: int) -> Iterator[str]:
    """Some programs with a test, others for each test."""
    rng = random.Random(test)
    for _ in range(count):
        one, other = rng.choice(TESTS[test]), rng.choice(TESTS[test])
        flag = rng.choice(list(FLAGS.values()))
        first, second = rng.choice(list(COMPOUND.values()))
        asked = ("flag", "flag") if flag else (one, other)
        shape = rng.choice(list(SHAPES.values()))
        body = shape.replace("{t}", first.format(t=asked[0]))
        body = body.replace("{u}", second.format(t=asked[1]))
        yield _HEAD + indent(flag.replace("{t}", one) + body, "    ")


def raises(text: str) -> bool:
    """Whether any run raises what TAP202 or TAP501 foretells."""
    names: dict[str, Any] = {"__name__": "program"}
    exec(compile(text, "<program>", "exec"), names)
    for number in range(32):
        extra, is_chosen, bias = bool(number & 1), bool(number & 2), bool(number & 4)
        network = names["ABCD"[number >> 3]](4, 4, bias=bias)
        try:
            names["train"](network, torch.ones(8, 4), extra, [network] if is_chosen else [])
        except RuntimeError:
            return True
        except NameError:
            pass
    return False
