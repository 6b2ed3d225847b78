"""Fixes of single statements: what is fixed how, and what is left alone."""

from __future__ import annotations

import json
import pickle
import random
import textwrap
from typing import Any

import pytest

from tapelint import Applicability, Finding, Settings, fix_source, fixes, lint_source
from tapelint.source.edits import Origins, Splice, apply

EVERYTHING = Settings(select=("ALL",))
START = "import torch\nfrom torch import nn\n\nw = nn.Parameter(torch.ones(3))\n"


def fix(code: str, *, unsafe: bool = False, settings: Settings | None = None) -> str:
    """What becomes of ``code`` behind a few lines that make the parameter ``w``."""
    result = fix_source(START + textwrap.dedent(code), settings=settings, unsafe_fixes=unsafe)
    assert isinstance(result.source, str)
    assert result.source.startswith(START)
    return result.source.removeprefix(START)


def statement(code: str) -> str:
    return textwrap.dedent(code).removeprefix("\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("w.data.zero_()\n", "with torch.no_grad():\n    w.zero_()\n"),
        ("w.data -= 0.1\n", "with torch.no_grad():\n    w.sub_(0.1)\n"),
        ("w.data[0] = 1\n", "with torch.no_grad():\n    w[0] = 1\n"),
        ("w.data[0] += 1\n", "with torch.no_grad():\n    w[0] += 1\n"),
        ("nn.init.zeros_(w.data)\n", "nn.init.zeros_(w)\n"),
        ("w.data.view(-1)[0] = 1\n", "with torch.no_grad():\n    w.view(-1)[0] = 1\n"),
        # where the statement cannot be moved
        ("if w is not None: w.data.zero_()\n", "if w is not None: w.detach().zero_()\n"),
        ("w.data.zero_(); print(w)\n", "w.detach().zero_(); print(w)\n"),
        ("old = w.data.zero_()\n", "old = w.detach().zero_()\n"),
        ("[p.data.zero_() for p in [w]]\n", "[p.detach().zero_() for p in [w]]\n"),
        ("for i in range(3): w.data[i] += 1\n", "for i in range(3): w.detach()[i] += 1\n"),
        ("w.data.copy_(train())\n", "w.detach().copy_(train())\n"),
        ("w.data.mul_(new := 2)\n", "w.detach().mul_(new := 2)\n"),
        ("raw = w.data\nraw.zero_()\n", "raw = w.detach()\nraw.zero_()\n"),
        # layout
        ("w.data.zero_();\n", "with torch.no_grad():\n    w.zero_();\n"),
        ("w.data.zero_()  # why\n", "with torch.no_grad():\n    w.zero_()  # why\n"),
        ("w.data.zero_()", "with torch.no_grad():\n    w.zero_()"),
        (
            "w.data.add_(  # one\n    1.0,  # two\n)\n",
            "with torch.no_grad():\n    w.add_(  # one\n        1.0,  # two\n    )\n",
        ),
        (
            "if True:\n\tw.data -= (0.1\n\t\t* 2)\n",
            "if True:\n\twith torch.no_grad():\n\t\tw.sub_(0.1\n\t\t\t* 2)\n",
        ),
        (
            "w.data.zero_()\nw.data.add_(1)\n# a comment\nw.data.mul_(2)\n",
            "with torch.no_grad():\n    w.zero_()\n    w.add_(1)\n# a comment\n"
            "with torch.no_grad():\n    w.mul_(2)\n",
        ),
        (
            "with torch.no_grad():\n    w.data.zero_()\n",
            "with torch.no_grad():\n    w.zero_()\n",
        ),
        (
            "if w is None:\n    pass\nelif True:\n    w.data.zero_()\n",
            "if w is None:\n    pass\nelif True:\n    with torch.no_grad():\n        w.zero_()\n",
        ),
        ('w.data.zero_() or """\n  text"""\n', 'w.detach().zero_() or """\n  text"""\n'),
    ],
)
def test_a_change_through_data_is_put_under_no_grad_or_detached(before: str, after: str) -> None:
    assert fix(before) == after


@pytest.mark.parametrize(
    "code",
    [
        "w.data = w.data.half()\n",  # a conversion
        "w.data = torch.zeros(2)\n",  # unsafe: asked for below
        "w.data.zero_()  # noqa\n",
        "x = nn.functional.relu(w, inplace=True)\n",
        "if w is not None: w.zero_()\n",
        "w.zero_(); w.mul_(2)\n",
        "y = w.zero_()\n",
        "loss = (w * w).sum()\nw.zero_()\nloss.backward()\n",  # would raise at the backward
    ],
)
def test_what_is_not_known_to_be_right_is_left(code: str) -> None:
    assert fix(code) == code


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("w.data = torch.zeros(3)\n", "with torch.no_grad():\n    w.copy_(torch.zeros(3))\n"),
        (
            "def f(t: nn.Parameter):\n    t.zero_()\nf(w)\n",
            "def f(t: nn.Parameter):\n    with torch.no_grad():\n        t.zero_()\nf(w)\n",
        ),
        (
            "out = w.sigmoid()\nout.data.mul_(2)\nout.sum().backward()\n",
            "out = w.sigmoid()\nout.detach().mul_(2)\nout.sum().backward()\n",
        ),
        (
            "d = torch.distributions.Normal(w, 1.0,\n    validate_args=False,  # fast\n)\n",
            "d = torch.distributions.Normal(w, 1.0,  # fast\n)\n",
        ),
    ],
)
def test_what_needs_a_look_is_unsafe(before: str, after: str) -> None:
    assert fix(before, settings=EVERYTHING) == before
    assert fix(before, unsafe=True, settings=EVERYTHING) == after


@pytest.mark.parametrize(
    ("imports", "name", "added"),
    [
        ("import torch\n", "torch.no_grad", ""),
        ("import torch as T\n", "T.no_grad", ""),
        ("import torch\nfrom torch import no_grad\n", "no_grad", ""),
        ("from torch import no_grad as quiet\n", "quiet", ""),
        ("import torch.nn as nn\n", "torch.no_grad", "import torch\n"),
        ("from torch import *\n", "torch.no_grad", "import torch\n"),
        ('"""Docs."""\nfrom __future__ import annotations\nimport os\n', "torch.no_grad", ""),
    ],
)
def test_torch_is_called_as_the_file_calls_it(imports: str, name: str, added: str) -> None:
    last = "from torch import nn\n"
    code = imports + last + "\nlayer = nn.Linear(2, 2)\n"
    result = fix_source(code + "layer.weight.data.zero_()\n").source
    assert isinstance(result, str)
    assert result.endswith(f"with {name}():\n    layer.weight.zero_()\n")
    if added:
        assert result.startswith(added + imports)
    elif "Docs" in imports:
        assert result.startswith(imports + "import torch\n" + last)


@pytest.mark.parametrize(
    "code",
    [
        "import torch\nfrom torch import nn\nlayer = nn.Linear(2, 2)\n"
        "for torch in range(3):\n    layer.weight.data.zero_()\n",
        "from torch import nn\ntorch = 3\nlayer = nn.Linear(2, 2)\nlayer.weight.data.zero_()\n",
        "from torch import nn\ndef f(torch):\n    nn.Linear(2, 2).weight.data.zero_()\n",
    ],
)
def test_a_name_that_may_mean_something_else_is_not_used(code: str) -> None:
    result = fix_source(code).source
    assert isinstance(result, str)
    assert "no_grad" not in result
    assert ".detach().zero_()" in result


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-8 no newline"])
def test_bytes_come_back_as_they_were(newline: str, encoding: str) -> None:
    text = START + "s = 'é'\n\f\nw.data.zero_()\n"
    codec, _, without = encoding.partition(" ")
    if codec == "latin-1":
        text = "# -*- coding: latin-1 -*-\n" + text
    if without:
        text = text.removesuffix("\n")
    raw = text.replace("\n", newline).encode(codec)
    expected = text.replace("w.data.zero_()", "with torch.no_grad():\n    w.zero_()")
    assert fix_source(raw).source == expected.replace("\n", newline).encode(codec)


def test_what_libcst_loses_elsewhere_keeps_no_statement_from_being_fixed() -> None:
    text = START + "w.data.zero_()\n"  # with "\r", the last ending is lost in libcst
    fixed = fix_source(text).source
    assert isinstance(fixed, str)
    assert fixed != text
    assert fix_source(text.replace("\n", "\r")).source == fixed.replace("\n", "\r")


def test_findings_and_fixes_are_plain_data() -> None:
    (finding,) = lint_source(START + "w.data.zero_()\n")
    assert finding.fix is not None
    assert finding.fix.applicability is Applicability.SAFE
    assert pickle.loads(pickle.dumps(finding)) == finding
    data = finding.to_dict()
    assert json.loads(json.dumps(data)) == data
    (edit,) = data["fix"]["edits"]
    assert edit["content"] == "with torch.no_grad():\n    w.zero_()"
    assert (edit["line"], edit["column"], edit["cell"]) == (5, 1, None)


def test_what_was_fixed_and_what_remains_is_told() -> None:
    code = START + "w.data.zero_()\ny = w.zero_()\n"
    result = fix_source(code)

    def codes(findings: tuple[Finding, ...]) -> list[tuple[str, int]]:
        return [(each.code, each.line) for each in findings]

    assert codes(result.fixed) == [("TAP302", 5)]
    assert codes(result.remaining) == [("TAP201", 7)]


def test_a_fix_that_would_uncover_another_finding_is_dropped() -> None:
    code = START + (
        "score = torch.distributions.Normal(w, 1.0, validate_args=False).log_prob(0.5)\n"
    )
    assert [each.code for each in lint_source(code, settings=EVERYTHING)] == ["TAP404"]
    assert fix_source(code, settings=EVERYTHING, unsafe_fixes=True).source == code


def row(head: str, line: str, number: int) -> str:
    return "import torch\nw = torch.zeros(3, requires_grad=True)\n" + head + line * number


@pytest.mark.parametrize("head", ["", "with torch.no_grad():\n    w.zero_()\n"])
def test_statements_in_a_row_are_fixed_at_once_however_many_they_are(head: str) -> None:
    """More than there are rounds: all of them go into one block in the first round."""
    number = 3 * fixes.MOST_ROUNDS
    result = fix_source(row(head, "w.normal_()\n", number))
    block = head or "with torch.no_grad():\n"
    assert result.source == row(block, "    w.normal_()\n", number)
    assert (len(result.fixed), result.remaining) == (number, ())


def test_what_stands_apart_gets_a_block_of_its_own() -> None:
    apart = "w.normal_()\n\nw.normal_()\n# why\nw.normal_()\nx = 1\nw.normal_()\nw.zero_()\n"
    result = fix_source(row("", apart, 1))
    block = "with torch.no_grad():\n    w.normal_()\n"
    assert result.source == row(
        f"{block}\n{block}# why\n{block}x = 1\n{block}    w.zero_()\n", "", 1
    )


def test_a_fix_that_does_not_hold_keeps_no_other_from_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the whole does not hold, the fixes are tried half by half: few lints for many fixes."""
    source = row("", "w.normal_()\nx = 1\n", 40) + "w.normal_(7)\n"
    source += "x = 1\nw.normal_()\n" * 23
    checked = fixes._Fixer._checked
    lints = 0

    def refuse_one(self: Any, document: Any, chosen: Any, before: Any) -> Any:
        nonlocal lints
        lints += 1
        changed = [document.text[s.start : s.end] for each in chosen for s in each.splices]
        if "w.normal_(7)" in changed:
            return None
        return checked(self, document, chosen, before)

    monkeypatch.setattr(fixes._Fixer, "_checked", refuse_one)
    result = fix_source(source)
    assert len(result.fixed) == 63
    assert [each.line for each in result.remaining] == [123]
    assert lints < 30


def test_places_after_edits_lead_back_to_those_before() -> None:
    """Held against a walk over the text, letter by letter."""
    dice = random.Random(1)
    for _ in range(300):
        text = "".join(dice.choice("ab\n ") for _ in range(dice.randint(1, 30)))
        bounds = sorted(dice.choices(range(len(text) + 1), k=2 * dice.randint(1, 4)))
        splices = [
            Splice(start, end, dice.choice(["", "Z", "ZZ", "Z" + text[start:end]]))
            for start, end in zip(bounds[::2], bounds[1::2], strict=True)
        ]
        splices = [each for at, each in enumerate(splices) if each.start not in bounds[: 2 * at]]
        origins, edited = Origins(text, splices), apply(text, splices)
        kept = [at for at in range(len(text)) if not any(e.start <= at < e.end for e in splices)]
        places = {origins.of(at) for at in range(len(edited)) if edited[at] != "Z"}
        assert set(kept) <= places
        for at in range(len(edited)):
            origin = origins.of(at)
            if origin in kept and edited[at] != "Z":
                assert text[origin] == edited[at]
