"""What holds a tensor outside of a function's variables, times what branches do with it.

A class's attribute, a variable of another file, a function's attribute, a default argument: what
one branch assigns there is not seen on the other, and is seen behind both.
"""

from __future__ import annotations

import itertools
import random
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OTHER_FILE = "held_elsewhere"
OTHER_FILES_TEXT = """\
import torch
value = torch.zeros(3)
class Cache:
    value = torch.zeros(3)
def put(given):
    global value
    value = given
"""


@dataclass(frozen=True)
class Holder:
    """Something that holds a tensor.

    Attributes:
        before: The statements that make it.
        write: The statement that gives it a tensor, for ``{}``.
        read: The expression that reads it.
    """

    before: str
    write: str
    read: str


_CLASS = "class Cache:\n    value = torch.zeros(3)"
_DERIVED = "class Base:\n    value = torch.zeros(3)\nclass Cache(Base):\n    pass"
_METHOD = f"{_CLASS}\n    @classmethod\n    def put(cls, given):\n        cls.value = given"
_OBJECT = "class Cache:\n    pass\ncache = Cache()\ncache.value = torch.zeros(3)"
_FUNCTION = "def cache():\n    pass\ncache.value = torch.zeros(3)"
_GLOBAL = "held = torch.zeros(3)\ndef put(given):\n    global held\n    held = given"
_DEFAULT = """\
def cache(given=None, held={"value": torch.zeros(3)}):
    if given is not None:
        held["value"] = given
    return held["value"]"""
_NAMESPACE = "import types\ncache = types.SimpleNamespace(value=torch.zeros(3))"
_ELSEWHERE = f"import {OTHER_FILE} as store"

HOLDERS = {
    "class": Holder(_CLASS, "Cache.value = {}", "Cache.value"),
    "class without a tensor": Holder(
        "class Cache:\n    value = None", "Cache.value = {}", "Cache.value"
    ),
    "base": Holder(_DERIVED, "Base.value = {}", "Cache.value"),
    "derived class": Holder(_DERIVED, "Cache.value = {}", "Cache.value"),
    "class over its object": Holder(
        f"{_CLASS}\ncache = Cache()", "type(cache).value = {}", "cache.value"
    ),
    "class by its dunder": Holder(
        f"{_CLASS}\ncache = Cache()", "cache.__class__.value = {}", "cache.value"
    ),
    "class read over its object": Holder(
        f"{_CLASS}\ncache = Cache()", "Cache.value = {}", "cache.value"
    ),
    "class by a method": Holder(_METHOD, "Cache.put({})", "Cache.value"),
    "class by setattr": Holder(_CLASS, "setattr(Cache, 'value', {})", "Cache.value"),
    "dict of a class": Holder(
        "class Cache:\n    held = {0: torch.zeros(3)}", "Cache.held[0] = {}", "Cache.held[0]"
    ),
    "object": Holder(_OBJECT, "cache.value = {}", "cache.value"),
    "namespace": Holder(_NAMESPACE, "cache.value = {}", "cache.value"),
    "function": Holder(_FUNCTION, "cache.value = {}", "cache.value"),
    "default argument": Holder(_DEFAULT, "cache({})", "cache()"),
    "global": Holder(_GLOBAL, "put({})", "held"),
    "dict": Holder("held = {'value': torch.zeros(3)}", "held['value'] = {}", "held['value']"),
    "other file": Holder(_ELSEWHERE, "store.value = {}", "store.value"),
    "other file by its function": Holder(_ELSEWHERE, "store.put({})", "store.value"),
    "class of another file": Holder(_ELSEWHERE, "store.Cache.value = {}", "store.Cache.value"),
    "imported class": Holder(
        f"from {OTHER_FILE} import Cache", "Cache.value = {}", "Cache.value"
    ),
}  # fmt: skip
"""What holds a tensor, by what it is called in a test."""

_TEST = "random.random() < 0.5"
_PUT, _RENEW, _CHANGE = "put", "renew", "change"
BRANCHES: dict[str, tuple[tuple[str, ...], str, str, tuple[str, ...]]] = {
    "assigned and changed apart": ((), _PUT, _CHANGE, ()),
    "assigned on one, changed behind": ((), _PUT, "pass", (_CHANGE,)),
    "assigned on both, changed behind": ((), _PUT, _PUT, (_CHANGE,)),
    "assigned and changed on one": ((), f"{_PUT}\n{_CHANGE}", "pass", ()),
    "assigned before, changed on both": ((_PUT,), _CHANGE, _CHANGE, ()),
    "assigned before, another one on one": ((_PUT,), _RENEW, "pass", (_CHANGE,)),
    "assigned before, another one on both": ((_PUT,), _RENEW, _RENEW, (_CHANGE,)),
}
"""What stands before a branch, on its sides and behind it."""


def programs(holder: Holder) -> Iterator[tuple[str, str, str]]:
    """What each program does, its text, and the text with the branches swapped."""
    said = {
        _PUT: holder.write.format("h"),
        _RENEW: holder.write.format("torch.ones(3)"),
        _CHANGE: f"{holder.read}.zero_()",
    }
    for (name, (before, one, two, after)), in_function in itertools.product(
        BRANCHES.items(), (False, True)
    ):
        texts = []
        for test, body, orelse in ((_TEST, one, two), (f"not {_TEST}", two, one)):
            lines = ["h = w.exp()", *(said[each] for each in before), f"if {test}:"]
            for part in (body, orelse):
                lines += [f"    {said.get(each, each)}" for each in part.split("\n")]
                lines += ["else:"] if part is body and "else:" not in lines else []
            lines += [*(said[each] for each in after), "h.sum().backward()"]
            text = "\n".join(lines)
            if in_function:
                text = f"def step():\n{textwrap.indent(text, '    ')}\n\nstep()"
            head = f"import random\nimport torch\n{holder.before}"
            texts.append(f"{head}\nw = torch.ones(3, requires_grad=True)\n{text}\n")
        place = "in a function" if in_function else "in the module"
        yield f"{name}, {place}", texts[0], texts[1]


def raises(text: str, folder: Path) -> list[bool]:
    """Whether torch refuses the backward, on each side of the branch."""
    found = []
    real = random.random
    sys.path.insert(0, str(folder))
    try:
        for number in (0.0, 0.9):
            sys.modules.pop(OTHER_FILE, None)
            random.random = lambda number=number: number  # type: ignore[misc]
            found.append(_raises(text))
    finally:
        random.random = real
        sys.path.remove(str(folder))
        sys.modules.pop(OTHER_FILE, None)
    return found


def _raises(text: str) -> bool:
    try:
        exec(compile(text, "program", "exec"), {"__name__": "program"})
    except RuntimeError as error:
        if "modified by an inplace operation" not in str(error):
            raise
        return True
    except AttributeError:  # `None` has no tensor to change
        return False
    return False
