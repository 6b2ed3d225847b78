"""One mistake with two sites on paths that can both be taken, or cannot.

A program names, negates, rebinds, counts, returns and tables the tests that lead to both sites.
torch runs it over all inputs, and over all that unseen code may do: it is right to report where
some run raises. What ``.data`` changes is judged by ``.detach()`` in its place.

    python -m tests.spaces.paths SEED COUNT
"""

from __future__ import annotations

import itertools
import random
import re
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from textwrap import indent
from types import ModuleType
from typing import Any, NamedTuple

import torch

from tapelint import Confidence, Settings, lint_source

from .path_parts import (
    BETWEEN,
    FAMILIES,
    HEAD,
    LAST,
    MISTAKES,
    NAMES,
    OF_ATTRIBUTES,
    PLACES,
    WRAPPED,
    Family,
    Mistake,
)


class Word(str):
    """A text of a class of its own."""


INPUTS: Mapping[str, tuple[Any, ...]] = {
    "flag": (True, False),
    "other": (True, False),
    "kind": ("a", "b", "c", "ab"),
    "n": (-5, -1, 0, 1, 2, 2.5, 3, 3.5, 4, 5, 5.5, 6, 7, 9, 13),
    "x": (None, 0, 1, True, "", "a", Word("a"), [], [1]),
    "items": (True, False),
}
"""What each parameter may be; of ``items``, what its ``on`` is at first."""
ANSWERS = tuple(itertools.product((True, False), repeat=3))
"""What ``ask`` and ``ready`` may answer, one after the other."""
SETTINGS = Settings(select=("ALL",), min_confidence=Confidence.POSSIBLE)
_CORE = ("TAP201", "TAP202", "TAP203", "TAP204", "TAP501")


class Program(NamedTuple):
    """A program of the space.

    Attributes:
        kind: The mistake.
        text: It; ``f`` is called.
        is_method: Whether ``f`` is a method of ``Trainer``.
    """

    kind: str
    text: str
    is_method: bool

    @property
    def mistake(self) -> Mistake:
        """The mistake."""
        return MISTAKES[self.kind]


def filled(template: str, **parts: str) -> str:
    """A template with its parts: one that has a line of its own is indented as that is."""

    def put(part: re.Match[str]) -> str:
        if part["own"]:
            return indent(parts[part["own"]], part["deep"])
        return parts[part["name"]] if part["name"] else part[0][0]

    return _PART.sub(put, template)


_PART = re.compile(r"^(?P<deep> *)\{(?P<own>s|rest)\}$|\{\{|\}\}|\{(?P<name>\w+)\}", re.MULTILINE)


class Writer:
    """Draws one program."""

    def __init__(self, chance: random.Random, kind: str) -> None:
        self.chance = chance
        self.kind = kind
        self.is_method = chance.random() < 0.25

    def spelled(self, variable: str) -> str:
        """How an input is written: as an attribute within a method."""
        return f"self.{variable}" if self.is_method and variable in INPUTS else variable

    def test(self, family: Family) -> str:
        """A test of a family, about ``{v}`` still."""
        return self.chance.choice(family.tests)

    def named(self, family: Family, number: str) -> tuple[str, str]:
        """A test under a name: what stands before it, and how it is asked."""
        test, variable = self.test(family), self.spelled(family.variable)
        name = self.chance.choice(NAMES) if self.chance.random() < 0.8 else NAMES[0]
        asked = filled(test, v="asked")
        parts = {"e": filled(test, v=variable), "a": asked, "v": variable, "k": number}
        return filled(name.before, **parts), filled(self.chance.choice(name.tests), **parts)

    def body(self) -> str:
        """The statements of ``f``."""
        chance, mistake = self.chance, MISTAKES[self.kind]
        family = FAMILIES[chance.choice(list(FAMILIES))]
        before, first = self.named(family, "1")
        again = chance.random()
        if again < 0.25:  # the same name is asked once more
            later, second = "", first if again < 0.12 else f"not ({first})"
        elif again < 0.9:
            later, second = self.named(family, "2")
        else:
            family_2 = FAMILIES[chance.choice(["flag", "kind", "n", "x", "items"])]
            later, second = self.named(family_2, "2")
        if chance.random() < 0.3:
            before, later = f"{before}\n{later}", ""
        last = filled(
            chance.choice(LAST if chance.random() < 0.2 else PLACES),
            c=second,
            s=chance.choice(mistake.second),
            k="2",
        )
        rest = "\n".join([self.between(family), later, last])
        done = chance.choice(mistake.first[:-1] if chance.random() < 0.95 else mistake.first[-1:])
        if chance.random() < 0.25:
            whole = filled(chance.choice(WRAPPED), c=first, s=done, k="1", rest=rest)
        else:
            whole = filled(chance.choice(PLACES), c=first, s=done, k="1") + "\n" + rest
        setup = [chance.choice(family.before), before, mistake.setup]
        if chance.random() < 0.5:
            setup = [setup[2], setup[0], setup[1]]
        return "\n".join([*setup, whole])

    def between(self, family: Family) -> str:
        """What stands between both sites."""
        chance = self.chance
        parts = {"v": self.spelled(family.variable), "o": "self" if self.is_method else "items"}
        lines = []
        if family.rebound and chance.random() < 0.35:
            several = family.rebound
            if self.is_method and family.variable == "flag":
                several = (*several, "self.flip()", "self.flip()")
            lines.append(filled(chance.choice(several), **parts))
        if chance.random() < 0.4:
            several = OF_ATTRIBUTES if chance.random() < 0.2 else BETWEEN
            lines.append(filled(chance.choice(several), **parts))
        return "\n".join(lines)

    def program(self) -> Program:
        """The whole of it."""
        body = re.sub(r"\n\s*\n+", "\n", self.body()).strip() + "\n"
        names = ", ".join(INPUTS)
        if not self.is_method:
            return Program(self.kind, f"{HEAD}def f({names}):\n{indent(body, '    ')}", False)
        for name in INPUTS:
            body = re.sub(rf"(?<![\w.']){name}\b(?!['=])", f"self.{name}", body)
        kept = "".join(f"        self.{each} = {each}\n" for each in INPUTS)
        text = (
            f"{HEAD}class Trainer:\n    def __init__(self, {names}):\n{kept}\n"
            "    def flip(self):\n        self.flag = not self.flag\n\n"
            f"    def f(self):\n{indent(body, ' ' * 8)}"
        )
        return Program(self.kind, text, True)


def drawn(seed: int, count: int) -> Iterator[Program]:
    """Programs, of each mistake as many."""
    chance = random.Random(seed)
    kinds = list(MISTAKES)
    return (Writer(chance, kinds[at % len(kinds)]).program() for at in range(count))


class Unseen:
    """What unseen code does in one run.

    Attributes:
        answers: What it answers when it is asked.
        changes: What it puts into attributes of what it is given.
    """

    def __init__(self) -> None:
        self.answers: Iterator[bool] = iter(())
        self.changes: Mapping[str, Any] = {}

    def ask(self, *_: object) -> bool:
        """Anything."""
        return next(self.answers)

    def touch(self, given: object = None) -> None:
        """Change what is given."""
        for name, value in self.changes.items():
            if hasattr(given, name):
                setattr(given, name, value)
        if isinstance(inner := getattr(given, "items", None), Items):
            self.touch(inner)

    def log(self, *_: object) -> None:
        """Nothing that the program sees."""


class Items:
    """An object of an unseen class."""

    def __init__(self, unseen: Unseen, on: bool) -> None:
        self._unseen = unseen
        self.on = on

    def update(self) -> None:
        """Perhaps change ``on``."""
        self._unseen.touch(self)

    def ready(self) -> bool:
        """Anything."""
        return self._unseen.ask()


def _runs(program: Program) -> Iterator[tuple[dict[str, Any], tuple[bool, ...], dict[str, Any]]]:
    """All inputs that differ for a program, with all that unseen code may do."""
    body = program.text[program.text.index("f(self):" if program.is_method else "def f(") :]
    body = body.partition("\n")[2]
    used = [name for name in INPUTS if re.search(rf"\b{name}\b", body)]
    answers = ANSWERS if re.search(r"\b(ask|ready)\(", body) else ANSWERS[:1]
    touched: list[str] = []
    if re.search(r"\b(touch|update)\(", body):
        touched = ["on", *(used if "touch(self)" in body else [])]
    values = [(*INPUTS.get(name, (True, False)), ...) for name in touched if name != "items"]
    touched = [name for name in touched if name != "items"]
    for given in itertools.product(*(INPUTS[name] for name in used)):
        inputs = {name: several[0] for name, several in INPUTS.items()}
        inputs |= dict(zip(used, given, strict=True))
        for told in answers:
            for put in itertools.product(*values):
                pairs = zip(touched, put, strict=True)
                yield inputs, told, {name: value for name, value in pairs if value is not ...}


def raises(program: Program) -> bool:
    """Whether torch raises the error of the mistake in some run."""
    unseen, module = Unseen(), ModuleType("elsewhere")
    module.__dict__.update(ask=unseen.ask, touch=unseen.touch, log=unseen.log)
    before = sys.modules.get("elsewhere")
    sys.modules["elsewhere"] = module
    names: dict[str, Any] = {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(program.text.replace(".data", ".detach()"), "<program>", "exec"), names)
            for inputs, answers, changes in _runs(program):
                unseen.answers, unseen.changes = itertools.cycle(answers), changes
                given = {**inputs, "items": Items(unseen, inputs["items"])}
                call = names["Trainer"](**given).f if program.is_method else names["f"]
                if _raises(call, {} if program.is_method else given, program.mistake.error):
                    return True
    finally:
        del sys.modules["elsewhere"]
        if before is not None:
            sys.modules["elsewhere"] = before
    return False


def _raises(call: Callable[..., object], given: Mapping[str, Any], error: str) -> bool:
    """Whether one run raises an error; what else it raises is its way to end."""
    try:
        call(**given)
    except RuntimeError as raised:
        return error in str(raised)
    except (AssertionError, AttributeError, KeyError, TypeError, ValueError):
        return False
    finally:
        torch.set_grad_enabled(True)
    return False


def found(program: Program) -> list[tuple[str, str]]:
    """The rules that report something about it, and how sure they are."""
    of = {program.mistake.rule} | (set() if program.kind == "data" else set(_CORE))
    return [
        (each.code, each.confidence)
        for each in lint_source(program.text, path="x.py", settings=SETTINGS)
        if each.code in of
    ]


def judged(program: Program) -> str:
    """What is right, and what the linter says: the surest report of the rule, or of any other."""
    told = found(program)
    levels = [confidence for _, confidence in told]
    sure = next((each for each in ("certain", "likely", "possible") if each in levels), "silent")
    if raises(program):
        return "found" if any(code == program.mistake.rule for code, _ in told) else "missed"
    return "right" if sure == "silent" else f"false {sure}"


COLUMNS = ("found", "missed", "right", "false certain", "false likely", "false possible")


def main(seed: int, count: int) -> None:
    """Print what is missed or false, and figures by rule."""
    figures: dict[str, Counter[str]] = {}
    for at, program in enumerate(drawn(seed, count)):
        how = judged(program)
        figures.setdefault(program.mistake.rule, Counter())[how] += 1
        if how not in ("found", "right"):
            print(f"--- {how} {program.mistake.rule} {program.kind}: program {at} of seed {seed}")
            print(program.text.removeprefix(HEAD))
    for rule, counts in sorted(figures.items()):
        print(rule, ", ".join(f"{counts[each]} {each}" for each in COLUMNS))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
