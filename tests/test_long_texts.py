"""Long chains and long lists of constants are parsed in stretches: the tree is the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import libcst as cst
import pytest

from tapelint.source import long_chains, long_displays
from tapelint.source.walking import walk

LEAVES = ("a", "x1", "1", "1.5", "0xF", "'s'", "None", "...", "1e-5", "f'{a}'", "(b)", "[b, a]")
TRAILERS = (".m", " .o", "[0]", "[1:2]", "()", "(a, *b, k=c)", "(v for v in y)")
OPERATORS = ["|", "^", "&", "<<", ">>", "+", "-", "*", "/", "//", "%", "@", "+", "+", "*"]
STATEMENTS = (
    "{}", "y = {}", "y: int = {}", "if {}:\n    pass", "def f():\n    if a:\n\treturn {}",
    "for i in {}: pass", "async def f():\n    return await {} + await g.h.i()", "y = lambda q: {}",
    "@a.b\ndef f(x=1): return {}", "y = {} if {} else {}", "assert {}, not {}", "del a.b.c.d.e",
    "match {}:\n    case q.r.s() | 1 | 2 | 3 | 4: pass", "import a.b.c.d.e.f", "x = y = {}; {}",
    "f({}, *{}, **{})", "{}[{}].c = {}", "a = [{} for v in {} if {}]", "(z := {})",
)  # fmt: skip
MORE = pytest.mark.slow(reason="more expressions drawn by chance, of the same kinds")
BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"), ("(\n  ", "  # a.b\n )"))


class Writer:
    """Writes random expressions."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def pick(self, choices: tuple[str, ...] | list[str]) -> str:
        """One of them."""
        return self._random.choice(choices)

    def often(self, most: int) -> range:
        """Some times."""
        return range(self._random.randint(0, most))

    def statement(self) -> str:
        """A statement."""
        form = self.pick(STATEMENTS)
        return "".join(
            part + (self.expression() if at < form.count("{}") else "")
            for at, part in enumerate(form.split("{}"))
        )

    def expression(self, depth: int = 0) -> str:
        """A chain of operators, perhaps a comparison."""
        text = self._operand(depth)
        for _ in self.often(9 - 4 * depth if depth < 2 else 0):
            space = self.pick([" ", "", " \\\n  "])
            text += f" {self.pick(OPERATORS)}{space}{self._operand(depth)}"
        if depth < 2 and not self._random.randrange(6):
            word = self.pick([" and ", " < ", " not in ", " if a else "])
            text += word + self.expression(depth + 1)
        return text

    def _operand(self, depth: int) -> str:
        text = self.pick(LEAVES)
        if depth < 2 and not self._random.randrange(4):
            opening, closing = self._random.choice(BRACKETS)
            text = f"{opening}{self.expression(depth + 1)}{closing}"
        if text[0].isdigit():
            text = f"({text})"
        for _ in self.often(8 if depth == 0 else 2):
            text += self.pick(TRAILERS)
        if not self._random.randrange(8):
            text += f" ** {self.pick(['-', ''])}b"
        return self.pick(["", "", "", "-", "~"]) + text


@pytest.mark.parametrize("seed", [0, *(pytest.param(each, marks=MORE) for each in (1, 2, 3))])
def test_chains_that_are_cut_give_the_tree_of_the_whole(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_chains, "MOST_LINKS", 3)
    monkeypatch.setattr(long_chains, "_SHORTEST", 0)
    tied: list[bool] = []
    tie = long_chains._tied

    def counted(*arguments: Any) -> cst.Module:
        tied.append(False)
        module = tie(*arguments)
        tied[-1] = True
        return module

    monkeypatch.setattr(long_chains, "_tied", counted)
    writer = Writer(seed)
    for _ in range(150):
        text = "\n".join(writer.statement() for _ in range(3)) + "\n"
        try:
            whole = cst.parse_module(text)
        except cst.ParserSyntaxError:
            continue
        module = long_chains.parse_module(text)
        assert module.code == text
        assert module.deep_equals(whole), text
        assert not tied or tied[-1] or "match" in text  # alternatives of a pattern are no chain
    assert sum(tied) > 50


CONSTANTS = ("1", "-2", "1.5e-3", "0xFF", "'a'", '"b,]"', "True", "None", "1 - 2", "'x' 'y'", "+3j")
PLACES = (
    "a = {}\n", "f({}, 1).sum()\n", "if 1:\n    a = {} + [1]\n    return {}\n", "x[{}]\n",
    "for i in {}:\n    pass\n", "f{}\n", "{}\nx = 1\n", "y = {}[0].m\n", "y = a if {} else {}\n",
)  # fmt: skip


def test_lists_of_constants_keep_their_text_and_some_elements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(long_displays, "SHORTEST", 30)
    monkeypatch.setattr(long_displays, "MOST_KEPT", 3)
    dice, shortened = random.Random(1), 0
    for _ in range(1_500):
        opening, closing = dice.choice(["[]", "()", "{}"])
        elements = [dice.choice(CONSTANTS) for _ in range(dice.randint(1, 14))]
        elements[-1] = dice.choice(["x.y", "[1,\n  2]", "(1, {2})", *elements])
        text = opening + dice.choice(["", " ", "\n  "])
        for each in elements:
            text += each + dice.choice([", ", ",", ",\n    ", " ,  # c, d\n  "])
        text = dice.choice(PLACES).replace("{}", text + closing)
        try:
            whole = cst.parse_module(text)
        except cst.ParserSyntaxError:
            continue
        module = long_displays.parse_module(text)
        assert module.code == text
        nodes, all_nodes = len(list(walk(module))), len(list(walk(whole)))
        assert nodes <= all_nodes
        shortened += nodes < all_nodes
    assert shortened > 200


def chain(link: str) -> Callable[[int], str]:
    """A chain of so many links."""
    return lambda number: f"y = w{link * number}\n"


LONG: dict[str, Callable[[int], str]] = {
    "calls": chain(".abs()"),
    "attributes": chain(".T"),
    "subscripts": chain("[0]"),
    "sum": chain(" + w"),
    "lines": lambda number: "y = (w\n" + "    | w\n" * number + ")\n",
    "list": lambda number: f"y = [{'1, ' * (number * 20)}]\n",
    "rows": lambda number: "y = [\n" + "    [1, 2, 3],\n" * (number * 5) + "]\n",
}


@pytest.mark.parametrize("kind", LONG)
def test_libcst_is_given_no_more_than_a_stretch(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time grows with the square of a chain's length, and 4,000 calls overflow its stack."""
    given: list[int] = []
    for name in ("parse_module", "parse_expression"):
        parser = getattr(cst, name)
        monkeypatch.setattr(
            cst, name, lambda text, parser=parser: (given.append(len(text)), parser(text))[1]
        )
    totals = []
    for number in (3_000, 6_000):
        given.clear()
        long_displays.parse_module(LONG[kind](number))
        assert max(given) < 4_000
        totals.append(sum(given))
    assert totals[1] < 2.2 * totals[0]


def test_a_mistake_behind_a_long_chain_is_told_at_its_line() -> None:
    for text in (LONG["sum"](150), LONG["rows"](2_000)):
        with pytest.raises(cst.ParserSyntaxError) as caught:
            long_displays.parse_module(f"{text}y = = 1\n")
        assert caught.value.raw_line == text.count("\n") + 1
