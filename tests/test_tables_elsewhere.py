"""Classes and functions that a table of another file holds are the alternatives of a choice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapelint import lint_file

from .project_files import write

NETS = """
import functools
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, width=3):
        super().__init__()
        self.layer = nn.Linear(width, 3)

    def forward(self, x):
        return torch.sigmoid(self.layer(x))


class Wide(Gate):
    pass


class Plain(Gate):
    def forward(self, x):
        return self.layer(x)


class NoNet:
    pass


GATES = {"gate": Gate, "wide": Wide}
NETS = {"gate": Gate, "plain": Plain}
ONE = [Gate]
PAIR = (Plain, Gate)
Small = functools.partial(Gate, width=2)
SMALL = {"gate": functools.partial(Gate, width=2), "wide": functools.partial(Wide, 2)}
DEFAULTS = {"gate": 1}


def build(name):
    return NETS[name]()


def default(key):
    return DEFAULTS[key]
"""
USE = """
import torch
import nets
from nets import *


def use(x, name):
    h = {}(x)
    h.mul_(2)
    h.sum().backward()
"""


def found(folder: Path, net: str, nets: str = NETS) -> list[str]:
    write(folder, {"nets.py": nets, "use.py": USE.replace("{}", net)})
    reports = lint_file(folder / "use.py")
    return [f"{each.code} {each.confidence.value}" for each in reports]


@pytest.mark.parametrize(
    ("net", "confidence"),
    [
        ("NETS['gate']()", "certain"),
        ("GATES[name]()", "certain"),
        ("NETS[name]()", "certain"),
        ("NETS.get(name)()", "certain"),
        ("nets.NETS[name]()", "certain"),
        ("ONE[0]()", "certain"),
        ("PAIR[1]()", "certain"),
        ("Small()", "certain"),
        ("build(name)", "certain"),
        ("getattr(nets, 'Gate')()", "certain"),
        ("getattr(nets, name)()", "certain"),
        ("nets.__dict__[name]()", "certain"),
        ("nets.__dict__['Gate']()", "certain"),
        ("nets.__dict__.get(name)()", "certain"),
        ("vars(nets)[name]()", "certain"),
        ("globals()['Gate']()", "certain"),
        ("SMALL[name]()", "certain"),
        ("__import__('importlib').import_module('nets').Gate()", "certain"),
    ],
)
def test_what_a_table_may_give_is_followed(net: str, confidence: str, tmp_path: Path) -> None:
    assert found(tmp_path, net) == [f"TAP202 {confidence}"]


@pytest.mark.parametrize(
    ("net", "change"),
    [
        ("NETS['plain']()", ""),
        ("PAIR[0]()", ""),
        ("NETS['other']()", ""),
        ("getattr(nets, 'Plain')()", ""),
        ("getattr(nets, 'missing')()", ""),
        ("nets.__dict__['Plain']()", ""),
        ("nets.__dict__['missing']()", ""),
        ("torch.__dict__[name]()", ""),
        ("globals()['Plain']()", ""),
        ("__import__('importlib').import_module('elsewhere').Gate()", ""),
        ("NETS[name]()", "NETS['gate'] = make()\n"),
        ("NETS[name]()", "NETS.update(more())\n"),
        ("NETS[name]()", "NETS = dict()\n"),
        ("GATES[name]()", "def clear():\n    global GATES\n    GATES = {}\n"),
    ],
)
def test_what_it_does_not_give_is_not(net: str, change: str, tmp_path: Path) -> None:
    assert found(tmp_path, net, NETS + change) == []


REGISTRY = """
NETS = {}


def register(name):
    def add(cls):
        NETS[name] = cls
        return cls

    return add


def make(name):
    return NETS[name]()
"""
GATE = """
import torch
from torch import nn
from registry import register


@register("gate")
class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return torch.sigmoid(self.layer(x))
"""
PLAIN = GATE.replace("gate", "plain").replace("Gate", "Plain").replace("torch.sigmoid", "")


def of_registry(folder: Path, net: str, files: dict[str, str]) -> list[str]:
    use = USE.replace("import nets\nfrom nets import *", "from registry import NETS, make")
    write(folder, {"registry.py": REGISTRY, **files, "use.py": use.replace("{}", net)})
    reports = lint_file(folder / "use.py")
    return [f"{each.code} {each.confidence.value}" for each in reports]


@pytest.mark.parametrize(
    ("net", "files", "expected"),
    [
        ("make('gate')", {"gate.py": GATE, "plain.py": PLAIN}, ["TAP202 certain"]),
        ("make('plain')", {"gate.py": GATE, "plain.py": PLAIN}, []),
        ("make(name)", {"gate.py": GATE, "plain.py": PLAIN}, ["TAP202 certain"]),
        ("NETS['gate']()", {"gate.py": GATE}, ["TAP202 certain"]),
        (
            "make('gate')",
            {"gate.py": GATE.replace("import register", "import register as put").replace(
                "@register", "@put"
            )},
            ["TAP202 certain"],
        ),
        (
            "make('gate')",
            {"gate.py": GATE.replace("from registry import register", "import registry").replace(
                "@register", "@registry.register"
            )},
            ["TAP202 certain"],
        ),
        (
            "make('Gate')",
            {
                "registry.py": "NETS = {}\n\ndef register(cls):\n    NETS[cls.__name__] = cls\n"
                "    return cls\n\ndef make(name):\n    return NETS[name]()\n",
                "gate.py": GATE.replace('("gate")', ""),
            },
            ["TAP202 certain"],
        ),
        ("make('gate')", {"gate.py": GATE.replace("registry", "another")}, []),
        ("make('gate')", {"gate.py": GATE.replace('"gate"', "NAME")}, []),
        ("make('gate')", {}, []),
        (
            "make('gate')",
            {"registry.py": REGISTRY + "NETS['gate'] = load()\n", "gate.py": GATE},
            [],
        ),
    ],
)  # fmt: skip
def test_what_decorators_register_is_in_the_table(
    net: str, files: dict[str, str], expected: list[str], tmp_path: Path
) -> None:
    assert of_registry(tmp_path, net, files) == expected


def test_what_others_register_with_the_file_at_hand_is_in_its_table(tmp_path: Path) -> None:
    text = USE.replace("import nets\nfrom nets import *\n", "#").replace("{}", "make('gate')")
    write(tmp_path, {"registry.py": text.replace("#", REGISTRY), "gate.py": GATE})
    assert [each.code for each in lint_file(tmp_path / "registry.py")] == ["TAP202"]


def test_in_one_file_a_decorator_fills_the_table_too(tmp_path: Path) -> None:
    gate = GATE.replace("from registry import register\n", "").replace("import torch\n", "", 1)
    body = USE.replace("import nets\nfrom nets import *\n", "{}").replace(
        "{}(x)", "make('gate')(x)"
    )
    text = body.replace("{}", REGISTRY + gate, 1)
    write(tmp_path, {"one.py": text})
    assert [each.code for each in lint_file(tmp_path / "one.py")] == ["TAP202"]


@pytest.mark.parametrize(
    ("net", "expected"), [("make(name)", []), ("make('gate1')", ["TAP202 certain"])]
)
def test_a_registry_that_holds_much_is_asked_for_what_is_named(
    net: str, expected: list[str], tmp_path: Path
) -> None:
    many = {f"n{at}.py": GATE.replace('"gate"', f'"gate{at}"') for at in range(40)}
    assert of_registry(tmp_path, net, many) == expected


OBJECT = """
class Registry:
    def __init__(self, name):
        self.name = name
        self.held = {}

    def _put(self, key, value):
        self.held[key] = value

    def register(self, name=None):
        def add(cls):
            self._put(name or cls.__name__, cls)
            return cls

        return add

    def build(self, name, **options):
        return self.held[name](**options)


NETS = Registry("nets")


def make(name):
    return NETS.build(name)
"""
NAMED = GATE.replace("import register", "import NETS").replace("@register", "@NETS.register")


@pytest.mark.parametrize(
    ("net", "gate", "registry", "expected"),
    [
        ("make('gate')", NAMED, OBJECT, ["TAP202 certain"]),
        ("NETS.build(name)", NAMED, OBJECT, ["TAP202 certain"]),
        ("NETS.build('Gate')", NAMED.replace('"gate"', ""), OBJECT, ["TAP202 certain"]),
        ("NETS.build('gate')", NAMED.replace('"gate"', 'name="gate"'), OBJECT, ["TAP202 certain"]),
        (
            "NETS.build('gate')",
            NAMED.replace('@NETS.register("gate")\n', "") + '\n\nNETS.register("gate")(Gate)\n',
            OBJECT,
            ["TAP202 certain"],
        ),
        ("NETS.build('other')", NAMED, OBJECT, []),
        ("NETS.build('gate')", NAMED.replace("@NETS.register", "@other"), OBJECT, []),
        ("NETS.build('gate')", NAMED, OBJECT.replace("self.held[key] = value", "pass"), []),
        (
            "NETS['gate']()",
            NAMED,
            "class Registry(dict):\n    def register(self, name):\n        def add(cls):\n"
            "            self[name] = cls\n            return cls\n\n        return add\n\n\n"
            "NETS = Registry()\nmake = NETS.get\n",
            ["TAP202 certain"],
        ),
    ],
)
def test_what_is_registered_with_an_object_is_found(
    net: str, gate: str, registry: str, expected: list[str], tmp_path: Path
) -> None:
    assert of_registry(tmp_path, net, {"registry.py": registry, "gate.py": gate}) == expected
