"""What rules report on nodes of Python's tree, in odd texts: the place, and the fix."""

from __future__ import annotations

import ast
import itertools
import random
from dataclasses import astuple

import pytest

from tapelint import Confidence, Finding, Settings, fix_source, lint_source
from tapelint.source.decoding import split_lines
from tapelint.source.lossless_sites import KINDS
from tapelint.source.parsed import Parsed
from tapelint.source.sites import site

START = "import torch\nfrom torch import nn\n\nw = nn.Parameter(torch.ones(3))\nyes = 1\n"
EVERYTHING = Settings(select=("TAP2", "TAP3"), min_confidence=Confidence.POSSIBLE)
STATEMENTS = {
    "w.data.zero_()": "TAP302",
    "((w).data)[0] = (1)": "TAP302",
    "(w.data.mul_)(2)": "TAP302",
    "((w.data)) -= (0.1 *\n\f2)": "TAP302",
    "w \\\n\f. \\\n \f data . zero_ ( )": "TAP302",
    "nn.init.zeros_((w.data))": "TAP302",
    "(w)[0] += 1": "TAP201",
    "((w)\n\f.zero_()  # é\n)": "TAP201",
    "w.zero_()": "TAP201",
    "old = (w.data)": "TAP303",
    "print(f'é{w.data}', f'''\n\f{ (w).data !r}''')": "TAP303",
    "print(*(w.data,\n\fw.data), key=lambda: (w.data))": "TAP303",
    "x = w.exp()\n(x).add_(1)\nx.sum().backward()": "TAP202",
}
AROUND = {
    "nothing": "{}",
    "letters": "s = 'é😀e\u0301\t\f'; {}",
    "a string of two lines": "s = '''é\n\f\f'''; {}",
    "form feeds": "\f\f{}\n\f\n\f{}",
    "a form feed in a margin": "if yes:\n    s = 1\n  \f    {}\n    \f{}",
    "a margin with a form feed": "if yes:\n\f\t{}\n\f\ts = 1\n\t{}",
    "blocks with form feeds": "class A:\n  def f(self):\n  \f\t  {}\n  \f\t  s = 1\nA().f()",
    "decorators": "@(lambda f: f)\n@(lambda f:\n  f)\ndef f():\n\t{}\nf()",
    "a backslash alone": "if yes:\n    s = 1\n\\\n    {}",
    "a target in brackets": "(s): 'é' = 1\n{}",
}
LINE_ENDS = ("\n", "\r\n", "\r")


def odd_texts() -> list[tuple[str, str]]:
    """Each statement in each surrounding, with the rule that is about it."""
    chosen = random.Random(0)
    found = []
    for statement, around in itertools.product(STATEMENTS, AROUND.values()):
        before, _, _ = around.rpartition("{}")
        margin = before.rpartition("\n")[2]
        margin = margin[: len(margin) - len(margin.lstrip())].replace("\f", "")
        several = statement.replace("\n", "\n" + margin) if "\f" not in statement else statement
        text = START + around.replace("{}", several) + chosen.choice(["\n", "", "  # é", ";\n"])
        found.append((text.replace("\n", chosen.choice(LINE_ENDS)), STATEMENTS[statement]))
    return [(text, code) for text, code in found if is_python(text)]


def is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


ODD = odd_texts()


def spans(text: str) -> set[tuple[int, int, int, int]]:
    """Where the nodes of Python's tree stand, their columns counted in letters."""
    lines = [line.encode() for line in split_lines(text)]

    def column(line: int, offset: int) -> int:
        return len(lines[line - 1][:offset].decode()) + 1

    return {
        (
            each.lineno,
            column(each.lineno, each.col_offset),
            each.end_lineno,
            column(each.end_lineno, each.end_col_offset),
        )
        for each in ast.walk(ast.parse(text))
        if isinstance(each, (ast.expr, ast.stmt))
        and each.end_lineno is not None
        and each.end_col_offset is not None
    }


def told(text: str, code: str) -> list[Finding]:
    return [each for each in lint_source(text, settings=EVERYTHING) if each.code == code]


@pytest.mark.parametrize("code", sorted({*STATEMENTS.values()}))
def test_a_finding_stands_where_its_node_does_and_its_fix_silences_it(code: str) -> None:
    texts = [text for text, each in ODD if each == code]
    assert len(texts) >= len(AROUND) - 2
    for text in texts[:: 1 + len(texts) // 12]:
        found = told(text, code)
        assert found, text
        places = {astuple(each.location)[:4] for each in found}
        assert places <= spans(text), text
        fixed = fix_source(text, settings=EVERYTHING, unsafe_fixes=True).source
        assert isinstance(fixed, str)
        ast.parse(fixed)
        unfixable = [each for each in found if each.fix is None]
        assert len(told(fixed, code)) <= len(unfixable), (text, fixed)


def test_every_site_has_its_libcst_node() -> None:
    for text, _ in ODD:
        parsed = Parsed(text, "odd")
        assert parsed.lossless_module is not None, text
        for node in ast.walk(ast.parse(text)):
            kind = KINDS.get(type(node))
            found = parsed.lossless(site(node, parsed)) if kind is not None else None
            assert kind is None or type(found).__name__ == kind, (text, ast.unparse(node))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("s = '''a\n\f'''; w.data.zero_()\n", "s = '''a\n\f'''; w.detach().zero_()\n"),
        ("print(1,\n\fw.data)\n", "print(1,\n\fw.detach())\n"),
        ("s = \\\n\fw.data\n", "s = \\\n\fw.detach()\n"),
        ("if yes:\n\f\ts = w.data\n\f\ts = 2\n", "if yes:\n\f\ts = w.detach()\n\f\ts = 2\n"),
    ],
)
def test_a_form_feed_that_libcst_keeps_keeps_nothing_from_being_fixed(
    before: str, after: str
) -> None:
    assert fix_source(START + before, settings=EVERYTHING).source == START + after


@pytest.mark.parametrize("given", ["(w,)", "[w]", "((w, w))", "( ( # é\n\fw,) )"])
def test_a_change_of_several_is_put_under_no_grad(given: str) -> None:
    text = f"{START}torch.ones(3).zero_()\n"
    change = f"torch._foreach_mul_({given}, 2)"
    fixed = fix_source(f"{text}{change}\n", settings=EVERYTHING, unsafe_fixes=True).source
    indented = change.replace("\n", "\n    ")
    assert fixed == f"{text}with torch.no_grad():\n    {indented}\n"


def test_a_rule_over_our_own_tree_counts_such_a_form_feed_once() -> None:
    text = START + "if yes:\n\f\tw.detach()\n\f\tw.exp()\n"
    columns = [each.column for each in told_all(text) if each.code == "TAP107"]
    assert columns == [3] * len(columns) != []


def told_all(text: str) -> list[Finding]:
    return lint_source(text, settings=Settings(select=("ALL",)))
