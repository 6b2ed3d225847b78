"""Random programs of plain Python, and what the machine must admit of what they do.

Each program asks ``given()`` for a few small numbers. Python runs it with several of them; the
machine knows nothing of any. Whatever a name holds in the end must be among what the machine says
that it may hold. A program that is asked for as a constant has numbers in their place.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from .python_parts import PARTS, Part

NAMES = ("a", "b", "c", "d")
SHOWN = (*NAMES, "some", "table", "box", "other", "held", "count")
INEXACT = ("range(12)", "endless()", "next(it)", "next(numbers")
"""Loops that are longer than is looked, and generators that are consumed by ``next``."""
GIVEN = 3
"""The numbers that are given are 0, 1 and 2."""


@dataclass
class Writer:
    """Writes one program."""

    chance: random.Random
    lines: list[str] = field(default_factory=list)
    indent: int = 0
    loops: int = 0
    in_function: bool = False
    counter: int = 0
    parts: list[Part] = field(default_factory=list)
    is_constant: bool = False

    def add(self, text: str) -> None:
        for line in text.split("\n"):
            self.lines.append("    " * self.indent + line)

    def one_of(self, texts: tuple[str, ...]) -> str:
        """One of the texts of a part."""
        if self.is_constant:
            texts = tuple(each for each in texts if not any(word in each for word in INEXACT))
        return self.chance.choice(texts)

    def filled(self, text: str, depth: int = 1) -> str:
        """A text of a part, with names, numbers, values and tests in it."""
        words = {"x": self.name, "n": self.number, "t": self.test}

        def chosen(found: re.Match[str]) -> str:
            return words[found[1]]() if found[1] in words else f"({self.value(depth - 1)})"

        return re.sub(r"\$([xntv])", chosen, text)

    def number(self) -> str:
        return str(self.chance.randrange(3))

    def name(self) -> str:
        return self.chance.choice(NAMES)

    def value(self, depth: int = 1) -> str:
        name, number = self.name(), self.number()
        if self.parts and depth > 0 and self.chance.random() < 0.5:
            return self.filled(self.one_of(self.chance.choice(self.parts).values), depth)
        return self.chance.choice(
            [
                number,
                number,
                name,
                f"{name} + {number}",
                f"{name} * {number}",
                f"({name} if {self.test()} else {self.name()})",
                f"({name} and {self.name()})",
                f"({name} or {self.name()})",
                "None",
                "given()",
                f"len(some) + {number}",
                "box.part",
                "table.get('k', 0)",
                f"twice({name})",
                "box.moved(1)",
                f"sum([{name}, {number}])",
                f"[each for each in (0, {name})][-1]",
                "bumped()",
            ]
        )

    def test(self) -> str:
        name, number = self.name(), self.number()
        return self.chance.choice(
            [
                f"{name} == {number}",
                f"{name} != {number}",
                f"{name}",
                f"not {name}",
                f"{name} is None",
                f"{name} is not None",
                f"{name} in (0, {number})",
                f"{name} == {number} and {self.name()} == {self.number()}",
                f"{name} == {number} or {self.name()}",
                "some",
                "'k' in table",
                f"isinstance({name}, int)",
            ]
        )

    def block(self, depth: int) -> None:
        self.indent += 1
        for _ in range(self.chance.randrange(1, 3)):
            self.statement(depth - 1)
        self.indent -= 1

    def simple(self) -> None:
        chance, name = self.chance, self.name()
        if self.parts and not self.in_function and chance.random() < 0.5:
            self.add(self.filled(self.one_of(chance.choice(self.parts).statements)))
            return
        self.add(
            chance.choice(
                [
                    f"{name} = {self.value()}",
                    f"{name} = {self.value()}",
                    f"{name} = {self.value()}",
                    f"{name}, {self.name()} = {self.value()}, {self.value()}",
                    f"some.append({self.value()})",
                    "some = some + [0]",
                    f"box.part = {self.value()}",
                    f"table['k'] = {self.value()}",
                    f"table[{name}] = {self.number()}",
                    f"box = Box({self.value()})",
                    "other = box",
                    "other.part = 1",
                    f"some = [{self.value()}]",
                    f"({name} := {self.value()})",
                    "table.pop('k', None)",
                    f"store({self.value()})",
                ]
            )
        )

    def statement(self, depth: int) -> None:
        chance = self.chance
        kind = chance.choice(("simple", "simple", "if", "for", "while", "try", "with", "leave"))
        if depth <= 0 or kind == "simple":
            self.simple()
        elif kind == "if":
            self.add(f"if {self.test()}:")
            self.block(depth)
            if chance.random() < 0.6:
                self.add(f"elif {self.test()}:" if chance.random() < 0.3 else "else:")
                self.block(depth)
        elif kind in ("for", "while"):
            self.loop(depth, kind)
        elif kind == "try":
            self.add("try:")  # the machine knows two states in which a body stops: first and last
            self.indent += 1
            self.simple()
            if chance.random() < 0.6:
                self.add(f"if {self.test()}: raise ValueError")
            self.indent -= 1
            self.add("except Exception:")
            self.block(depth)
            if chance.random() < 0.4:
                self.add("finally:")
                self.indent += 1
                self.simple()
                self.indent -= 1
        elif kind == "with":
            self.add("with Held(box):")
            self.block(depth)
        else:
            self.leave()

    def loop(self, depth: int, kind: str) -> None:
        if kind == "for":
            items = self.chance.choice(
                ["(0, 1)", "range(3)", "list(some)", "range(given())", "counted()"]
            )
            self.add(f"for {self.name()} in {items}:")
        else:
            self.counter += 1
            self.add(f"n{self.counter} = 0")
            most = self.chance.choice(("2", "3" if self.is_constant else "7", "given()"))
            self.add(f"while n{self.counter} < {most}:")
            self.add(f"    n{self.counter} += 1")
        self.loops += 1
        self.block(depth)
        self.loops -= 1
        if self.chance.random() < 0.2:
            self.add("else:")
            self.block(depth)

    def leave(self) -> None:
        if self.loops and self.chance.random() < 0.7:
            self.add(f"if {self.test()}: {self.chance.choice(('break', 'continue'))}")
        elif self.in_function:
            self.add(f"if {self.test()}: return {self.value()}")
        else:
            self.simple()


HEAD = """
class Box:
    def __init__(self, part):
        self.part = part

    def moved(self, by):
        self.part = by
        return self.part


class Held:
    def __init__(self, box):
        self.box = box

    def __enter__(self):
        self.before = self.box.part
        self.box.part = 7

    def __exit__(self, *args):
        self.box.part = self.before


count = 0


def bumped():
    global count
    count += 1
    return count


def counted():
    yield 0
    yield given()


def twice(x, *more):
    if x is None:
        return 0
    return x + x


held = []


def store(x):
    held.append(x)


a, b, c, d = given(), 1, None, 0
some, table = [], {}
box = Box(0)
other = box
"""


@dataclass
class Program:
    """A program.

    Attributes:
        text: Its text.
        shown: The names whose values are compared.
    """

    text: str
    shown: tuple[str, ...]


def program(seed: int, *, is_constant: bool = False) -> Program:
    """A program, always the same for a number."""
    chance = random.Random(seed)
    writer = Writer(chance, is_constant=is_constant)
    parts = [PARTS[each] for each in chance.sample(sorted(PARTS), chance.randrange(4))]
    for part in parts:
        writer.add(writer.filled(part.definitions))
    writer.in_function = True
    writer.add("def work(a, b=1, *, c=None):")
    writer.add("    d, some, table, box = 0, [], {}, Box(0)")
    writer.add("    other = box")
    writer.parts = parts
    for _ in range(chance.randrange(1, 4)):
        writer.indent = 1
        writer.statement(2)
    writer.indent = 1
    writer.add(f"return {writer.value()}")
    writer.indent, writer.in_function = 0, False
    for _ in range(chance.randrange(2, 6)):
        writer.statement(3)
        if chance.random() < 0.3:
            writer.add(f"{writer.name()} = work({writer.value()}, c={writer.value()})")
    text = "\n".join([HEAD, *writer.lines]) + "\n"
    if is_constant:
        text = re.sub(r"\bgiven\(\)", lambda found: str(chance.randrange(GIVEN)), text)
    return Program(text, (*SHOWN, *(name for part in parts for name in part.shown)))
