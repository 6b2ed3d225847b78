"""Programs whose values stand in a namespace or in a record: how they come in, and come out.

Each is a mistake that torch tells, or its remedy.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

HEAD = """\
import argparse
import collections
import copy
import dataclasses
import types
import typing

import attr
import attrs
import torch
from torch import nn
from torch.nn import functional as F

"""


class Scene(NamedTuple):
    """What is done with the values.

    Attributes:
        values: How each is made, by its name, in order.
        mistake: The statements that are wrong, with ``{name}`` for each of them.
        remedy: Those that are not.
        renewed: The value that something else may be put in place of.
        other: That.
    """

    values: dict[str, str]
    mistake: str
    remedy: str
    renewed: str
    other: str


_NET = "nn.Sequential(nn.Linear(2, 2), nn.Sigmoid(), nn.Linear(2, 1))"
_SGD = "torch.optim.SGD(net.parameters(), lr=0.1)"
SCENES = {
    "TAP201": Scene(
        {"gate": "torch.tensor([-1.0, 1.0], requires_grad=True)", "rate": "0.1"},
        "F.relu({gate}, inplace=True)",
        "F.relu({gate})",
        "gate",
        "torch.zeros(2)",
    ),
    "TAP202": Scene(
        {"x": "torch.ones(2, requires_grad=True).exp()", "w": "torch.ones(2)"},
        "y = {x} * {w}\n{x}.mul_(2)\n({x}.sum() + y.sum()).backward()",
        "y = {x} * {w}\nz = {x}.mul(2)\n(z.sum() + y.sum()).backward()",
        "x",
        "torch.ones(2, requires_grad=True) * 1",
    ),
    "TAP203": Scene(
        {"table": "torch.randn(4, 2).requires_grad_()", "at": "torch.tensor([0, 1])"},
        "y = {table}.pow(2).sum()\nrows = F.embedding({at}, {table}, max_norm=0.1)\n"
        "(y + rows.sum()).backward()",
        "rows = F.embedding({at}, {table}, max_norm=0.1)\ny = {table}.pow(2).sum()\n"
        "(y + rows.sum()).backward()",
        "table",
        "nn.Parameter(torch.zeros(4, 2))",
    ),
    "TAP204": Scene(
        {"net": _NET, "optimizer": _SGD},
        "loss = {net}(torch.ones(2, 2)).sum()\n{optimizer}.zero_grad()\n"
        "loss.backward(retain_graph=True)\n{optimizer}.step()\nloss.backward()",
        "loss = {net}(torch.ones(2, 2)).sum()\n{optimizer}.zero_grad()\n"
        "loss.backward()\n{optimizer}.step()",
        "net",
        "nn.Linear(2, 1)",
    ),
    "TAP501": Scene(
        {"net": _NET, "loss": "net(torch.ones(2, 2)).pow(2).mean()"},
        "{loss}.backward()\n{loss}.backward()",
        "{loss}.backward(retain_graph=True)\n{loss}.backward()",
        "loss",
        "torch.ones(2, requires_grad=True).sum()",
    ),
}
"""By the rule that reports the mistake."""

CLASSES = {
    "namespace": "Held = types.SimpleNamespace",
    "arguments": "Held = argparse.Namespace",
    "own namespace": "class Held(types.SimpleNamespace):\n    pass",
    "named tuple": "Held = collections.namedtuple('Held', [{names}])",
    "named tuple of a text": "Held = collections.namedtuple('Held', '{words}')",
    "own tuple": "class Held(collections.namedtuple('Held', [{names}])):\n    pass",
    "typed tuple": "class Held(typing.NamedTuple):\n{fields}",
    "functional tuple": "Held = typing.NamedTuple('Held', [{pairs}])",
    "dataclass": "@dataclasses.dataclass\nclass Held:\n{fields}",
    "frozen": "@dataclasses.dataclass(frozen=True, slots=True)\nclass Held:\n{fields}",
    "derived": "@dataclasses.dataclass\nclass Base:\n{first}\n\n\n"
    "@dataclasses.dataclass\nclass Held(Base):\n{last}",
    "made dataclass": "Held = dataclasses.make_dataclass('Held', [{names}])",
    "attr.s": "@attr.s\nclass Held:\n{attribs}",
    "attr.s of types": "@attr.s(auto_attribs=True)\nclass Held:\n{fields}",
    "attrs": "@attrs.define\nclass Held:\n{fields}",
    "attrs frozen": "@attrs.frozen\nclass Held:\n{fields}",
    "attr.dataclass": "@attr.dataclass\nclass Held:\n{fields}",
}
"""How the class of what holds them is made."""
_BY_NAME_ALONE = {"namespace", "arguments", "own namespace"}
_TUPLES = {"named tuple", "own tuple", "named tuple of a text", "typed tuple", "functional tuple"}
_DATA = {"dataclass", "frozen", "derived", "made dataclass"}
_ATTRS = {"attr.s", "attr.s of types", "attrs", "attrs frozen", "attr.dataclass"}
_FROZEN = {*_TUPLES, "frozen", "attrs frozen"}
_SLOTTED = {"frozen", "attrs", "attrs frozen"}

PUTS = {
    "by name": "held = Held({a}={a}, {b}={b})",
    "by place": "held = Held({a}, {b})",
    "by a dictionary": "given = dict({a}={a}, {b}={b})\nheld = Held(**given)",
    "in a function": "def make(**given):\n    return Held(**given)\n\n\n"
    "held = make({a}={a}, {b}={b})",
    "set": "held = Held({a}=None, {b}=None)\nheld.{a} = {a}\nheld.{b} = {b}",
    "set on a blank one": "held = Held()\nheld.{a}, held.{b} = {a}, {b}",
    "setattr": "held = Held({a}=None, {b}=None)\n"
    "for key, value in {{'{a}': {a}, '{b}': {b}}}.items():\n    setattr(held, key, value)",
    "vars": "held = Held({a}=None, {b}=None)\nvars(held)['{a}'] = {a}\nvars(held)['{b}'] = {b}",
    "dict update": "held = Held({a}=None, {b}=None)\nheld.__dict__.update({a}={a}, {b}={b})",
    "_replace": "held = Held({a}=None, {b}=None)._replace({a}={a}, {b}={b})",
    "replace": "held = dataclasses.replace(Held({a}=None, {b}={b}), {a}={a})",
    "evolve": "held = attr.evolve(Held({a}=None, {b}={b}), {a}={a})",
    "_make": "held = Held._make([{a}, {b}])",
    "_make of a loop": "held = Held._make(each for each in ({a}, {b}))",
    "nested": "outer = types.SimpleNamespace(inner=Held({a}={a}, {b}={b}))\nheld = outer.inner",
    "list": "held = [Held({a}, {b}) for _ in range(1)][0]",
}
_NEEDS = {
    "by place": {*CLASSES} - _BY_NAME_ALONE,
    "list": {*CLASSES} - _BY_NAME_ALONE,
    "set": {*CLASSES} - _FROZEN,
    "set on a blank one": _BY_NAME_ALONE,
    "setattr": {*CLASSES} - _FROZEN,
    "vars": {*CLASSES} - _FROZEN - _SLOTTED,
    "dict update": {*CLASSES} - _FROZEN - _SLOTTED,
    "_replace": _TUPLES,
    "_make": _TUPLES,
    "_make of a loop": _TUPLES,
    "replace": _DATA,
    "evolve": _ATTRS,
}
"""What a way in or out is for, where it is not for all."""

GETS = {
    "attribute": "",
    "getattr": "{a}, {b} = getattr(held, '{a}'), getattr(held, '{b}', None)",
    "vars": "{a}, {b} = vars(held)['{a}'], vars(held).get('{b}')",
    "dict": "{a}, {b} = (held.__dict__[key] for key in ('{a}', '{b}'))",
    "values": "{a}, {b} = vars(held).values()",
    "keywords": "def use({a}, {b}):\n    return {a}, {b}\n\n\n{a}, {b} = use(**vars(held))",
    "new namespace": "held = types.SimpleNamespace(**vars(held))",
    "unpacked": "{a}, {b} = held",
    "places": "{a}, {b} = held[0], held[-1]",
    "iterated": "{a}, {b} = [each for each in held]",
    "starred": "def use(*given):\n    return given\n\n\n{a}, {b} = use(*held)",
    "_asdict": "{a}, {b} = held._asdict()['{a}'], held._asdict()['{b}']",
    "fields": "{a}, {b} = (getattr(held, each.name) for each in dataclasses.fields(held))",
    "names": "{a}, {b} = (getattr(held, each) for each in held._fields)",
    "handed on": "def use(given):\n    return given.{a}, given.{b}\n\n\n{a}, {b} = use(held)",
    "copy": "held = copy.copy(held)",
    "match": "match held:\n    case Held({a}={a}, {b}={b}):\n        pass",
    "match places": "match held:\n    case Held({a}, {b}):\n        pass",
    "has": "held = held if hasattr(held, '{a}') else None",
    "in vars": "held = held if '{a}' in vars(held) else None",
}
_NEEDS_OUT = {
    "vars": {*CLASSES} - _TUPLES - _SLOTTED,
    "dict": {*CLASSES} - _TUPLES - _SLOTTED,
    "values": {*CLASSES} - _TUPLES - _SLOTTED,
    "keywords": {*CLASSES} - _TUPLES - _SLOTTED,
    "new namespace": {*CLASSES} - _TUPLES - _SLOTTED,
    "in vars": {*CLASSES} - _TUPLES - _SLOTTED,
    "unpacked": _TUPLES,
    "places": _TUPLES,
    "iterated": _TUPLES,
    "starred": _TUPLES,
    "_asdict": _TUPLES,
    "fields": _DATA,
    "names": _TUPLES,
    "match places": {*CLASSES} - _BY_NAME_ALONE,
}
RENEWALS = {
    "set": "held.{a} = {other}",
    "through another name": "alias = held\nalias.{a} = {other}",
    "of a copy": "another = copy.copy(held)\nanother.{a} = {other}",
    "of its dictionary": "vars(held)['{a}'] = {other}",
    "of a dictionary that is kept": "kept = vars(held)\nkept.update({a}={other})",
    "seen in a dictionary that is kept": "kept = vars(held)\nheld.{a} = {other}\n"
    "held = types.SimpleNamespace(**kept)",
    "of a copy of its dictionary": "kept = dict(vars(held))\nkept['{a}'] = {other}",
    "in a function": "def renew(given):\n    given.{a} = {other}\n\n\nrenew(held)",
    "on one way": "if torch.ones(1).item() < 0:\n    held.{a} = {other}",
    "on both ways": "if torch.ones(1).item() > 0:\n    vars(held)['{a}'] = {other}\n"
    "else:\n    held.{a} = {other}",
    "deleted": "del held.{a}\nheld.{a} = {other}",
    "popped": "vars(held).pop('{a}')\nvars(held).setdefault('{a}', {other})",
    "by any name": "for key in list(vars(held)):\n"
    "    setattr(held, key, {other} if key == '{a}' else getattr(held, key))",
    "_replace": "held = held._replace({a}={other})",
    "_replace unused": "another = held._replace({a}={other})",
    "replace": "held = dataclasses.replace(held, {a}={other})",
    "evolve": "held = attrs.evolve(held, {a}={other})",
    "evolve unused": "another = attrs.evolve(held, {a}={other})",
}
"""What is done to one of the values between."""
_VARS = {each for each, text in RENEWALS.items() if "vars" in text}
_WHERE_RENEWED = {
    **dict.fromkeys(RENEWALS, {*CLASSES} - _FROZEN),
    **dict.fromkeys(_VARS, {*CLASSES} - _TUPLES - _SLOTTED),
    "_replace": _TUPLES,
    "_replace unused": _TUPLES,
    "replace": _DATA,
    "evolve": _ATTRS,
    "evolve unused": _ATTRS,
}
FACTORIES = {
    "dataclass": "@dataclasses.dataclass\nclass Held:\n"
    "    {a}: object = dataclasses.field(default_factory=lambda: {a})\n    {b}: object = None",
    "attrs": "@attrs.define\nclass Held:\n"
    "    {a}: object = attrs.field(factory=lambda: {a})\n    {b}: object = None",
    "attrs factory": "@attrs.define\nclass Held:\n"
    "    {a}: object = attrs.Factory(lambda: {a})\n    {b}: object = None",
    "attr.s": "@attr.s\nclass Held:\n"
    "    {a} = attr.ib(factory=lambda: {a})\n    {b} = attr.ib(default=None)",
    "attr.s default": "@attr.s\nclass Held:\n"
    "    {a} = attr.ib()\n    {b} = attr.ib(default=None)\n\n"
    "    @{a}.default\n    def _made(self):\n        return {a}",
    "typed tuple": "class Held(typing.NamedTuple):\n    {a}: object = {a}\n    {b}: object = None",
    "named tuple": "Held = collections.namedtuple('Held', '{a} {b}', defaults=[{a}, None])",
}
"""Classes that make their values themselves."""


def _define(cls: str, a: str, b: str) -> str:
    return CLASSES[cls].format(
        names=f"'{a}', '{b}'",
        words=f"{a} {b}",
        pairs=f"('{a}', object), ('{b}', object)",
        fields=f"    {a}: object\n    {b}: object",
        first=f"    {a}: object",
        last=f"    {b}: object",
        attribs=f"    {a} = attr.ib()\n    {b} = attr.ib()",
    )


def _written(scene: Scene, said: str, holding: str, get: str) -> str:
    a, b = scene.values
    out = GETS[get].format(a=a, b=b)
    prefix = "" if out.startswith((f"{a}, ", "def ", "match")) else "held."
    body = said.format(**{each: f"{prefix}{each}" for each in scene.values})
    made = "\n".join(f"{name} = {text}" for name, text in scene.values.items())
    clear = f"del {a}, {b}" if "lambda" not in holding and "return " + a not in holding else "pass"
    return f"{HEAD}{made}\n\n\n{holding}\n{clear}\n{out}\n{body}\n"


def programs(code: str) -> Iterator[tuple[str, str, str]]:
    """The name of each of a rule, the mistake and the remedy."""
    scene = SCENES[code]
    a, b = scene.values
    ways = [(put, "", _NEEDS.get(put, set(CLASSES))) for put in PUTS]
    ways += [("by name", renewal, _WHERE_RENEWED[renewal]) for renewal in RENEWALS]
    for cls, (put, renewal, where), get in itertools.product(CLASSES, ways, GETS):
        if cls in where and cls in _NEEDS_OUT.get(get, CLASSES):
            after = RENEWALS.get(renewal, "").format(a=scene.renewed, other=scene.other)
            made = PUTS[put].format(a=a, b=b)
            holding = f"{_define(cls, a, b)}\n\n\n{made}\n{after}"
            yield f"{cls}, {put}, {renewal}, {get}", *_pair(scene, holding, get)
    for factory, get in itertools.product(FACTORIES, ("attribute", "getattr", "handed on")):
        holding = f"{FACTORIES[factory].format(a=a, b=b)}\n\n\nheld = Held({b}={b})"
        yield f"{factory} by itself, {get}", *_pair(scene, holding, get)


def _pair(scene: Scene, holding: str, get: str) -> tuple[str, str]:
    return _written(scene, scene.mistake, holding, get), _written(scene, scene.remedy, holding, get)
