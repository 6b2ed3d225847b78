"""Fixes of single statements: what is mended how, and what is left alone."""

from __future__ import annotations

import json
import pickle
import textwrap

import pytest

from tapelint import Applicability, Finding, Settings, fix_source, lint_source

EVERYTHING = Settings(select=("ALL",))
START = "import torch\nfrom torch import nn\n\nw = nn.Parameter(torch.ones(3))\n"


def mend(code: str, *, unsafe: bool = False, settings: Settings | None = None) -> str:
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
        ("w.data.unsqueeze_(0)\n", "w.detach().unsqueeze_(0)\n"),
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
    assert mend(before) == after


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
    assert mend(code) == code


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
    assert mend(before, settings=EVERYTHING) == before
    assert mend(before, unsafe=True, settings=EVERYTHING) == after


@pytest.mark.parametrize(
    ("imports", "name", "added"),
    [
        ("import torch\n", "torch.no_grad", ""),
        ("import torch as T\n", "T.no_grad", ""),
        ("import torch\nfrom torch import no_grad\n", "torch.no_grad", ""),
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


def test_a_text_that_libcst_does_not_give_back_is_left() -> None:
    text = (START + "w.data.zero_()\n").replace("\n", "\r")  # the last ending is lost in libcst
    assert [each.fix for each in lint_source(text)] == [None]
    assert fix_source(text).source == text


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


def test_what_was_mended_and_what_remains_is_told() -> None:
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
