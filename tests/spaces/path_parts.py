"""What a program of the space of paths is made of: mistakes, tests, names of tests, places.

``{e}`` is a test, ``{a}`` the same one about ``asked``, ``{v}`` what it is about, ``{k}`` the
number of its site, ``{c}`` a test under its name, ``{s}`` what is done at a site, ``{rest}`` the
rest of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Mistake(NamedTuple):
    """Something that only raises where a run comes to both of its sites.

    Attributes:
        rule: The rule that reports it.
        error: A part of what torch says.
        setup: What stands in front of both sites.
        first: What is done at the first site; the last one is harmless.
        second: What is done at the second site.
    """

    rule: str
    error: str
    setup: str
    first: tuple[str, ...]
    second: tuple[str, ...]


_CHANGED = "modified by an inplace operation"
_LEAF = "leaf Variable that requires grad"
_SAVED = "w = torch.ones(3, requires_grad=True)\ny = w.exp()"
_BACKWARD = ("y.sum().backward()", "torch.autograd.grad(y.sum(), w)", "(y * 2).mean().backward()")
_WEIGHT = "w = torch.ones(3, requires_grad=True)"
_TRAINED = """\
net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
net(torch.ones(2, 3)).sum().backward()
loss = net(torch.ones(2, 3)).sum()"""
_LIMITED = """\
table = nn.Embedding(4, 3, max_norm=1.0)
loss = (table.weight * table.weight).sum()"""
MISTAKES: Mapping[str, Mistake] = {
    "changed": Mistake(
        "TAP202",
        _CHANGED,
        _SAVED,
        ("y.mul_(2)", "y.detach().zero_()", "y[0] = 0", "y.clone().mul_(2)"),
        _BACKWARD,
    ),
    "data": Mistake(
        "TAP301",
        _CHANGED,
        _SAVED,
        ("y.data.zero_()", "y.data.mul_(2)", "y.data[0] = 0", "y.data.clone().mul_(2)"),
        _BACKWARD,
    ),
    "off": Mistake(
        "TAP201",
        _LEAF,
        _WEIGHT,
        ("torch.set_grad_enabled(False)", "w.requires_grad_(False)", "w.detach_()", "w.sum()"),
        ("w.add_(1)", "w[0] = 0", "w.zero_()", "w.clone().add_(1)"),
    ),
    "mode": Mistake(
        "TAP201",
        _LEAF,
        f"{_WEIGHT}\nmode = Box(True)",
        ("mode.on = False", "mode.on = not mode.on", "mode.flip()", "mode.is_on()"),
        ("with torch.set_grad_enabled(mode.on):\n    w.add_(1)",),
    ),
    "made": Mistake(
        "TAP201",
        _LEAF,
        f"{_WEIGHT}\nmode = Box(True)",
        ("mode.on = False", "mode.flip()", "mode.is_on()"),
        (
            "with torch.set_grad_enabled(mode.on):\n    v = w * 2\nv.requires_grad_()\nv.add_(1)",
            "if mode.on:\n    v = w * 2\nelse:\n    with torch.no_grad():\n        v = w * 2\n"
            "v.requires_grad_()\nv.add_(1)",
        ),
    ),
    "twice": Mistake(
        "TAP501",
        "second time",
        "w = torch.ones(3, requires_grad=True)\nloss = w.exp().sum()",
        ("loss.backward()", "torch.autograd.grad(loss, w)", "loss.backward(retain_graph=True)"),
        ("loss.backward()", "torch.autograd.grad(loss, w)"),
    ),
    "stepped": Mistake(
        "TAP204",
        _CHANGED,
        _TRAINED,
        ("optimizer.step()", "optimizer.step()", "optimizer.zero_grad()"),
        ("loss.backward()",),
    ),
    "limited": Mistake(
        "TAP203",
        _CHANGED,
        _LIMITED,
        ("table(torch.tensor([0]))", "table(torch.tensor([1, 2])).sum()", "table.weight.sum()"),
        ("loss.backward()",),
    ),
}


class Family(NamedTuple):
    """Tests about the same input.

    Attributes:
        variable: What they are about.
        tests: The tests.
        rebound: What may stand between two of them, and change the answer.
        before: What stands in front of the first one.
    """

    variable: str
    tests: tuple[str, ...]
    rebound: tuple[str, ...] = ()
    before: tuple[str, ...] = ("",)


FAMILIES: Mapping[str, Family] = {
    "flag": Family(
        "flag",
        (
            "{v}", "not {v}", "bool({v})", "{v} and other", "{v} or other", "not {v} and other",
            "not ({v} or other)", "{v} if other else not {v}", "({v}, other)[0]",
        ),
        (
            "{v} = not {v}", "{v} = False", "{v} = {v} and other", "{v} = other",
            "if {v}:\n    {v} = False", "{v} = not {v} if other else {v}",
        ),
    ),
    "kind": Family(
        "kind",
        (
            "{v} == 'a'", "{v} != 'a'", "{v} == 'b'", "{v} in ('a', 'b')", "{v} not in ('a', 'b')",
            "{v} in ['b', 'c']", "{v} in {{'a'}}", "'a' == {v}", "not {v} == 'a'", "{v} == WORD",
            "{v} == 'a' or {v} == 'b'", "{v} in WORDS", "{v} == 'a' and flag",
            "{{'a': True, 'b': False}}[{v}]", "{{'a': True}}.get({v}, False)",
            "{v}.startswith('a')",
        ),
        (
            "{v} = 'b'", "if {v} == 'a':\n    {v} = 'b'", "if {v} != 'a':\n    {v} = 'a'",
            "{v} = {{'a': 'b', 'b': 'a', 'c': 'c', 'ab': 'b'}}[{v}]",
            "{v} = 'a' if {v} == 'b' else 'b'",
        ),
    ),
    "n": Family(
        "n",
        (
            "{v} > 5", "{v} < 3", "{v} > 3", "{v} >= 3", "{v} <= 5", "{v} == 4", "{v} != 4",
            "3 < {v} < 6", "3 <= {v}", "not {v} > 4", "{v} in (3, 4)", "{v} > 2 and {v} < 6",
            "{v} < 2 or {v} > 6", "{v}", "{v} > LEAST", "{v} + 1 > 5", "{v} - 2 < 1",
        ),
        ("{v} = 0", "{v} += 4", "{v} = {v} - 3", "if {v} > 3:\n    {v} = 1", "{v} = max({v}, 4)"),
    ),
    "x": Family(
        "x",
        (
            "{v} is None", "{v} is not None", "{v}", "not {v}", "isinstance({v}, int)",
            "isinstance({v}, str)", "isinstance({v}, (int, str))", "not isinstance({v}, str)",
            "isinstance({v}, bool)", "{v} is None or isinstance({v}, str)",
            "{v} is not None and isinstance({v}, list)", "type({v}) is str",
        ),
        ("{v} = None", "{v} = 'a'", "if {v} is None:\n    {v} = 1", "{v} = {v} or 1"),
    ),
    "items": Family(
        "items",
        ("{v}.on", "not {v}.on", "getattr({v}, 'on')", "{v}.on and flag", "({v}.on, {v})[0]"),
        (
            "{v}.on = False", "{v}.on = not {v}.on", "{v}.update()", "touch({v})",
            "if {v}.on:\n    {v}.on = False",
        ),
    ),
    "unseen": Family("kind", ("ask()", "not ask()", "ask({v})", "items.ready()", "ask() and flag")),
    "counter": Family(
        "i",
        ("{v} < 3", "{v} == 3", "{v} >= 3", "{v} > 2", "{v} != 3", "{v}"),
        ("{v} = 0", "{v} += 1", "{v} -= 3"),
        (
            "i = 0\nwhile i < 3:\n    i += 1", "i = 0\nfor _ in range(3):\n    i += 1",
            "for i in range(4):\n    helper()",
            "i = 0\nwhile True:\n    if i >= 3:\n        break\n    i += 1",
            "i = 0\nfor each in ('a', kind, 'c'):\n    i += 1",
            "i = 6\nwhile i > 3:\n    i -= 1", "i = 0\nwhile i < n:\n    i += 1",
            "i = 0\nif flag:\n    i = 3", "i = 0\nwhile flag and i < 3:\n    i += 1",
            "i = 0\nwhile i < 40:\n    i += 1",
        ),
    ),
    "until": Family(
        "i",
        ("{v} < n", "{v} >= n", "not {v} < n", "n > {v}"),
        ("{v} = 0", "{v} += 1"),
        ("i = 0\nwhile i < n:\n    i += 1", "i = 0\nwhile not i >= n:\n    i += 1"),
    ),
}  # fmt: skip


class Name(NamedTuple):
    """A way to name a test.

    Attributes:
        before: What stands in front of the first site.
        tests: How it is asked then.
    """

    before: str
    tests: tuple[str, ...]


_MODES = ("mode_{k} == 'y'", "mode_{k} == 'x'", "mode_{k} != 'y'", "mode_{k} in ('y', 'z')")
_COUNTS = ("count_{k} > 0", "count_{k} == 0", "count_{k}", "count_{k} < 1", "count_{k} != 1")
_IS = ("is_{k}", "not is_{k}")
NAMES: tuple[Name, ...] = (
    Name("", ("{e}",)),
    Name("", ("not ({e})",)),
    Name("", ("(is_{k} := {e})", "bool({e})", "any([{e}])", "all(({e}, True))")),
    Name("is_{k} = {e}", _IS),
    Name("is_{k} = not ({e})", _IS),
    Name("is_{k} = {e}\nno_{k} = not is_{k}", ("no_{k}", "not no_{k}")),
    Name("is_{k} = {e}\nis_{k} = not is_{k}", _IS),
    Name("is_{k} = False or {e}", _IS),
    Name("is_{k} = True and {e}", _IS),
    Name("mode_{k} = 'x'\nif {e}:\n    mode_{k} = 'y'", _MODES),
    Name("mode_{k} = 'y' if ({e}) else 'x'", _MODES),
    Name(
        "if {e}:\n    mode_{k} = 'y'\nelif other:\n    mode_{k} = 'z'\nelse:\n    mode_{k} = 'x'",
        _MODES,
    ),
    Name("is_{k} = None\nif {e}:\n    is_{k} = 1", ("is_{k} is None", "is_{k} is not None")),
    Name("decide_{k} = lambda: {e}", ("decide_{k}()", "not decide_{k}()")),
    Name("decide_{k} = lambda asked: {a}", ("decide_{k}({v})", "not decide_{k}({v})")),
    Name("def decide_{k}(asked):\n    return {a}", ("decide_{k}({v})", "decide_{k}(asked={v})")),
    Name("def decide_{k}(asked={v}):\n    return {a}", ("decide_{k}()", "not decide_{k}()")),
    Name("def decide_{k}(asked={e}):\n    return asked", ("decide_{k}()", "not decide_{k}()")),
    Name(
        "def decide_{k}():\n    if {e}:\n        return True\n    return False", ("decide_{k}()",)
    ),
    Name(
        "def decide_{k}(asked):\n    if {a}:\n        return 'y'\n    return 'x'",
        ("decide_{k}({v}) == 'y'", "decide_{k}({v}) != 'y'"),
    ),
    Name("count_{k} = 0\nif {e}:\n    count_{k} += 1", _COUNTS),
    Name("count_{k} = 0\nfor _ in range(2):\n    if {e}:\n        count_{k} += 1", _COUNTS),
    Name("table_{k} = {{'on': {e}}}", ("table_{k}['on']", "table_{k}.get('on')")),
    Name("table_{k} = {{True: 'y', False: 'x'}}", ("table_{k}[bool({e})] == 'y'",)),
    Name("state_{k} = {{}}\nif {e}:\n    state_{k}['on'] = 1", ("'on' in state_{k}", "state_{k}")),
    Name("pair_{k} = ({e}, not ({e}))", ("pair_{k}[0]", "pair_{k}[1]")),
    Name("seen_{k} = []\nif {e}:\n    seen_{k}.append(1)", ("seen_{k}", "len(seen_{k}) == 0")),
    Name("box_{k} = Box()\nbox_{k}.on = {e}", ("box_{k}.on", "box_{k}.is_on()")),
    Name("box_{k} = Box({e})", ("box_{k}.on", "not box_{k}.is_on()")),
    Name("box_{k} = Box({e})\nbox_{k}.flip()", ("box_{k}.on", "box_{k}.is_on()")),
    Name(
        "try:\n    if {e}:\n        raise KeyError\n    is_{k} = False\n"
        "except KeyError:\n    is_{k} = True",
        _IS,
    ),
    Name("is_{k} = True\ntry:\n    assert {e}\nexcept AssertionError:\n    is_{k} = False", _IS),
    Name("is_{k} = False\ntry:\n    helper()\nfinally:\n    is_{k} = {e}", _IS),
    Name(
        "match bool({e}):\n    case True:\n        is_{k} = True\n    case _:\n"
        "        is_{k} = False",
        _IS,
    ),
    Name(
        "is_{k} = False\nfor each in (1, 2):\n    if {e}:\n        is_{k} = True\n        break",
        _IS,
    ),
    Name(
        "for each in (1, 2):\n    if {e}:\n        is_{k} = True\n        break\n"
        "else:\n    is_{k} = False",
        _IS,
    ),
    Name("left_{k} = 1\nwhile {e}:\n    left_{k} = 0\n    break", ("left_{k}", "left_{k} == 0")),
    Name(
        "is_{k} = False\ndef mark_{k}():\n    nonlocal is_{k}\n    is_{k} = True\n"
        "if {e}:\n    mark_{k}()",
        _IS,
    ),
)
_ACT = "def act_{k}():\n    {s}\n"
PLACES: tuple[str, ...] = (
    "if {c}:\n    {s}",
    "if {c}:\n    {s}",
    "if not ({c}):\n    pass\nelse:\n    {s}",
    _ACT + "({c}) and act_{k}()",
    _ACT + "not ({c}) or act_{k}()",
    _ACT + "act_{k}() if ({c}) else None",
    _ACT + "(act_{k} if ({c}) else helper)()",
    _ACT + "{{True: act_{k}, False: helper}}[bool({c})]()",
    _ACT + "acts_{k} = {{'y': act_{k}, 'x': helper}}\nacts_{k}['y' if ({c}) else 'x']()",
    "def act_{k}():\n    if not ({c}):\n        return\n    {s}\nact_{k}()",
    "act_{k} = helper\nif {c}:\n    def act_{k}():\n        {s}\nact_{k}()",
    "while {c}:\n    {s}\n    break",
    "for _ in range(1):\n    if not ({c}):\n        continue\n    {s}",
    "for _ in (1, 2):\n    if {c}:\n        {s}\n        break",
    "try:\n    if {c}:\n        {s}\nfinally:\n    helper()",
    "try:\n    if not ({c}):\n        raise ValueError\n    {s}\nexcept ValueError:\n    pass",
    "with nullcontext():\n    if {c}:\n        {s}",
    "match bool({c}):\n    case True:\n        {s}\n    case _:\n        pass",
)
LAST: tuple[str, ...] = (
    "{s}",
    "if not ({c}):\n    return\n{s}",
    "if not ({c}):\n    raise ValueError\n{s}",
    "assert {c}\n{s}",
)
"""Only for the second site."""
WRAPPED: tuple[str, ...] = (
    "if {c}:\n    {s}\n    return\n{rest}",
    "if {c}:\n    {s}\n    raise ValueError\n{rest}",
    "if {c}:\n    {s}\nelse:\n    {rest}",
    "for _ in range(1):\n    if {c}:\n        {s}\n        continue\n    {rest}",
    "for _ in range(1):\n    if {c}:\n        {s}\n        break\nelse:\n    {rest}",
    "while True:\n    if {c}:\n        {s}\n        break\n    {rest}\n    break",
    "while True:\n    if {c}:\n        {s}\n    {rest}\n    break",
    "try:\n    if {c}:\n        {s}\nfinally:\n    {rest}",
    "try:\n    if {c}:\n        {s}\n        return\nfinally:\n    {rest}",
    "try:\n    if {c}:\n        {s}\n        raise KeyError\nexcept KeyError:\n    pass\n"
    "else:\n    {rest}",
    "try:\n    if {c}:\n        {s}\n        raise KeyError\nexcept KeyError:\n    {rest}",
    "try:\n    if not ({c}):\n        raise KeyError\n    {s}\nexcept KeyError:\n    pass\n{rest}",
)
"""The first site, and the rest of the program."""
BETWEEN: tuple[str, ...] = (
    "",
    "",
    "helper()",
    "for _ in range(2):\n    helper()",
    "for _ in range(int(n)):\n    helper()",
    "with nullcontext():\n    helper()",
    "log(1)",
    "log(kind)",
    "if other:\n    helper()",
    "try:\n    log(1)\nexcept KeyError:\n    pass",
)
OF_ATTRIBUTES: tuple[str, ...] = ("touch({o})", "items.update()", "def later():\n    touch({o})")
"""What may change an attribute of ``{o}``, or of another object."""
HEAD = """\
import torch
from contextlib import nullcontext
from torch import nn
from elsewhere import ask, log, touch

WORD, WORDS, LEAST = 'a', ('a', 'c'), 4


class Box:
    def __init__(self, on=False):
        self.on = on

    def flip(self):
        self.on = not self.on

    def is_on(self):
        return self.on


def helper():
    return 1


"""
