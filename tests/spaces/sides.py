"""Two sums and a term that a test puts into one of them: is a backward run through it twice?

Torch runs each program for every value of what is tested. ``{term}`` is the term, ``{flag}`` what
is tested; the first sum's backward frees what the second one's may need.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from textwrap import indent
from typing import NamedTuple

_HEAD = """\
import sys
import torch
from torch import nn

first, second, third = nn.Linear(4, 1), nn.Linear(4, 1), nn.Linear(4, 1)
x = torch.ones(8, 4)


"""
_TERM = "term = third(x).pow(2).mean()"
ADDED = {
    "plain": ("one = first(x).mean()", "two = second(x).mean()", "{s} = {s} + {t}", "{s}"),
    "turned": ("one = first(x).mean()", "two = second(x).mean()", "{s} = {t} + 2 * {s}", "{s}"),
    "in place": ("one = first(x).mean()", "two = second(x).mean()", "{s} += {t}", "{s}"),
    "scaled": ("one = first(x).mean()", "two = second(x).mean()", "{s} = {s} + 0.5 * {t}", "{s}"),
    "replaced": ("one = first(x).mean()", "two = second(x).mean()", "{s} = {t}", "{s}"),
    "list": ("one = [first(x).mean()]", "two = [second(x).mean()]", "{s}.append({t})", "sum({s})"),
    "stack": (
        "one = [first(x).mean()]",
        "two = [second(x).mean()]",
        "{s}.append({t})",
        "torch.stack({s}).sum()",
    ),
    "item": (
        "one = {'loss': first(x).mean()}",
        "two = {'loss': second(x).mean()}",
        "{s}['loss'] = {s}['loss'] + {t}",
        "{s}['loss']",
    ),
    "new item": (
        "one = {'loss': first(x).mean()}",
        "two = {'loss': second(x).mean()}",
        "{s}['more'] = {t}",
        "sum({s}.values())",
    ),
}
"""How a sum begins, how the term is added to it, and what its backward starts at."""
UNFOLLOWED: frozenset[str] = frozenset()
"""Those of which tapelint does not say what Python's ``sum`` gives."""
TESTS = {
    "flag": ("{flag}", (True, False)),
    "not": ("not {flag}", (True, False)),
    "equal": ("{flag} == 'a'", ("a", "b")),
    "unlike": ("{flag} != 'a'", ("a", "b")),
    "below": ("{flag} < 3", (1, 5)),
    "none": ("{flag} is None", (None, 1)),
    "among": ("{flag} in ('a', 'c')", ("a", "b", "c")),
}
"""What is tested, and the values that are tried."""
_BRANCHES = {
    "else": "if {test}:\n    {a}\nelse:\n    {b}",
    "else with more": "if {test}:\n    kind = 1\n    {a}\nelse:\n    kind = 2\n    {b}",
    "nested": "if x.shape[0] == 8:\n    if {test}:\n        {a}\n    else:\n        {b}",
    "elif": "if x.shape[0] == 7:\n    pass\nelif {test}:\n    {a}\nelse:\n    {b}",
    "two tests": "if {test}:\n    {a}\nif not ({test}):\n    {b}",
}
_SHARED = {
    "both": "{a}\n{b}",
    "one side twice": "if {test}:\n    {a}\n    {b}",
    "one always": "{a}\nif {test}:\n    {b}",
}
"""Ways on which the term comes into both sums."""
_PLACES = ("top", "function", "method")


class Program(NamedTuple):
    """A program, which is run for each value of what it tests."""

    name: str
    text: str
    values: tuple[object, ...]

    def of(self, value: object) -> str:
        """The program with the tested value."""
        return self.text.replace("eval(sys.argv[1])", repr(value))


def programs() -> Iterator[Program]:
    """Each way to add, each test, at each place, in both orders."""
    for (adding, added), (kind, (test, values)), place in itertools.product(
        ADDED.items(), TESTS.items(), _PLACES
    ):
        for branch, is_turned in itertools.product((*_BRANCHES, *_SHARED), (False, True)):
            is_usual = kind in {"flag", "equal"}
            if not is_usual and (place != "function" or adding not in {"plain", "stack"}):
                continue
            body = _body(added, {**_BRANCHES, **_SHARED}[branch], test, is_turned)
            name = f"{adding}, {kind}, {place}, {branch}{', turned' if is_turned else ''}"
            yield Program(name, _HEAD + _placed(body, place), values)


BOUND = {
    "given": "kind = eval(sys.argv[1])\n",
    "constant": "kind = 'b'\n",
    "again": "kind = 'c'\nif len(sys.argv) > 1:\n    kind = eval(sys.argv[1])\n",
    "pair": "kind, other = eval(sys.argv[1]), 1\n",
    "changed": "kind = eval(sys.argv[1])\n",
    "of a round": "",
}
"""How the name is bound that a loop tests."""
CHANGED = {
    "changed": "    if i == 1:\n        kind = 'c'\n",
    "of a round": "    kind = eval(sys.argv[1])[i]\n",
}
"""What a loop makes of it in its rounds."""
_CHAINS = {
    "one": "    if {a}:\n        loss = net(x).mean()\n",
    "two": "    if {a}:\n        loss = net(x).sum()\n    if {b}:\n        loss = net(x).mean()\n",
    "elif": (
        "    if {a}:\n        loss = net(x).sum()\n    elif {b}:\n        loss = net(x).mean()\n"
    ),
    "features": (
        "    out = net(x)\n    if {a}:\n        loss = out.sum()\n"
        "    if {b}:\n        loss = out.mean()\n"
    ),
    "opaque": ("    if {a}:\n        loss = make(x)\n    if {b}:\n        loss = make(x + 1)\n"),
    "nested": "    if i < 3:\n        if {a}:\n            loss = net(x).mean()\n",
    "else": "    if {a}:\n        loss = net(x).sum()\n    else:\n        loss = net(x).mean()\n",
}
_ASKED = {
    "equal": ("kind == 'a'", "kind == 'b'"),
    "turned": ("'b' == kind", "'a' == kind"),
    "among": ("kind in ('a', 'c')", "kind in ['b']"),
    "unlike": ("kind != 'a'", "kind == 'a'"),
    "as it is": ("kind", "not kind"),
}
_APART, _MIXED = frozenset({"equal", "turned"}), frozenset({"elif", "opaque"})
_SCOPES = {
    "top": ("", "{}"),
    "function": ("def train(kind):\n{}\n\n\ntrain(eval(sys.argv[1]))\n", "argument"),
    "local": ("def train():\n{}\n\n\ntrain()\n", "{}"),
    "global": ("def train():\n{}\n\n\ntrain()\n", "outside"),
}


def loops() -> Iterator[Program]:
    """Loops in which tests decide if a loss is computed, for each way to bind what they ask."""
    for bound, chain, asked, scope in itertools.product(BOUND, _CHAINS, _ASKED, _SCOPES):
        whole, form = _SCOPES[scope]
        if form == "argument" and (bound in {"constant", "again", "pair"}):
            continue
        if bound in CHANGED and (form == "outside" or chain in _MIXED or asked not in _APART):
            continue  # the tests of two rounds may be taken for those of one
        tests = dict(zip("ab", _ASKED[asked], strict=True))
        loop = (
            "for i, x in enumerate([torch.ones(8, 4)] * 3):\n"
            + CHANGED.get(bound, "")
            + _CHAINS[chain].format(**tests)
            + "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n"
        )
        before = "net = nn.Linear(4, 1)\noptimizer = torch.optim.SGD(net.parameters())\n"
        before += "make = eval('lambda x: net(x).mean()')\n"
        if form == "{}":
            loop = BOUND[bound] + loop
        elif form == "outside":
            before += BOUND[bound]
        text = whole.format(indent(loop, "    ").rstrip()) if whole else loop
        head = "import sys\nimport torch\nfrom torch import nn\n\n"
        values: tuple[object, ...] = ("a", "b", "c")
        if asked == "as it is":
            values = (True, False)
        if bound == "of a round":
            values = tuple(itertools.product(values, repeat=3))
        yield Program(f"{bound}, {chain}, {asked}, {scope}", head + before + text, values)


def _body(added: tuple[str, ...], branch: str, test: str, is_turned: bool) -> str:
    one, two, adds, value = added
    into = ("two", "one") if is_turned else ("one", "two")
    a, b = (adds.format(s=each, t="term") for each in into)
    branches = branch.format(test=test, a=a, b=b)
    lines = [_TERM, one, two, branches]
    lines += [f"{value.format(s=each)}.backward()" for each in ("one", "two")]
    return "\n".join(lines)


def _placed(body: str, place: str) -> str:
    if place == "top":
        return "flag = eval(sys.argv[1])\n" + body.replace("{flag}", "flag") + "\n"
    if place == "function":
        body = indent(body.replace("{flag}", "flag"), "    ")
        return f"def train(flag):\n{body}\n\n\ntrain(eval(sys.argv[1]))\n"
    body = indent(body.replace("{flag}", "self.flag"), "        ")
    return (
        "class Trainer:\n    def __init__(self, flag):\n        self.flag = flag\n\n"
        f"    def train(self):\n{body}\n\n\nTrainer(eval(sys.argv[1])).train()\n"
    )
