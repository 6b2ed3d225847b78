"""What of a file can matter: nothing that is found may be lost by what is left out."""

from __future__ import annotations

import random
import sysconfig
import textwrap
from pathlib import Path

import pytest

from tapelint import lint
from tapelint.findings import Finding
from tapelint.relevance import selection
from tapelint.relevance.selection import Relevant, relevant_part
from tapelint.relevance.signs import Sign
from tapelint.rules import all_rules
from tapelint.settings import Settings

ROOT = Path(__file__).parents[1]
PROGRAMS = sorted(
    [
        *ROOT.glob("rules/*/examples/*.py"),
        *ROOT.glob("tests/programs/*.py"),
        *ROOT.glob("tests/user_reports/*.py"),
    ]
)
SIGNS = {sign for rule in all_rules().values() for sign in rule.signs}


def findings(path: Path, settings: Settings) -> list[Finding]:
    linted = lint.lint_guarded(path.read_bytes(), path=str(path), settings=settings)
    assert not [error for error in linted.errors if "internal" in str(error)]
    return list(linted.findings)


def without_relevance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "relevant_part", lambda text, *_: Relevant(text))


def differences(paths: list[Path], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that give something else when all of them is looked at."""
    settings = Settings()
    partial = [findings(path, settings) for path in paths]
    without_relevance(monkeypatch)
    whole = [findings(path, settings) for path in paths]
    return [str(path) for path, a, b in zip(paths, partial, whole, strict=True) if a != b]


@pytest.mark.parametrize("at", range(4))
def test_programs_give_the_same_findings_with_all_of_them(
    at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert differences(PROGRAMS[at::4], monkeypatch) == []


def library_files(count: int) -> list[Path]:
    """Files of torch's own: real code, most of it without a backward."""
    folder = Path(sysconfig.get_paths()["purelib"]) / "torch"
    if not folder.is_dir():
        pytest.skip("torch is not installed")
    found = [
        path
        for part in ("nn", "distributions", "optim", "ao/nn", "ao/quantization", "utils/data")
        for path in sorted((folder / part).rglob("*.py"))
        if 2_000 < path.stat().st_size < 40_000
    ]
    return random.Random(20).sample(found, count)


def test_torch_itself_gives_the_same_findings_with_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert differences(library_files(40), monkeypatch) == []


def test_most_of_torch_is_left_out() -> None:
    """A screen that keeps everything would pass the tests above."""
    texts = [path.read_text(encoding="utf-8") for path in library_files(40)]
    kept = sum(len("".join(relevant_part(text, SIGNS).text.split())) for text in texts)
    assert kept < 0.8 * sum(len("".join(text.split())) for text in texts)


CHANGES = {
    "saved_by_itself": ("def f(x):\n    y = x.exp()\n    y.add_(1)\n    return y\n", True),
    "fresh": ("def f(x):\n    y = x + 1\n    y.add_(1)\n    return y\n", False),
    "used_before": ("def f(x):\n    y = x + 1\n    z = y * y\n    y.add_(1)\n    return z\n", True),
    "used_behind": ("def f(x):\n    y = x + 1\n    y.add_(1)\n    return y * y\n", False),
    "used_behind_in_a_loop": (
        "def f(x):\n    y = x + 1\n    z = 0\n    for _ in range(3):\n        y.add_(1)\n"
        "        z = z + y * y\n    return z\n",
        True,
    ),
    "bound_anew": (
        "def f(x):\n    y = x.exp()\n    y = y + 1\n    y.add_(1)\n    return y\n",
        False,
    ),
    "bound_anew_on_one_path": (
        "def f(x, flag):\n    y = x.exp()\n    if flag:\n        y = y + 1\n    y.add_(1)\n"
        "    return y\n",
        True,
    ),
    "bound_anew_on_both_paths": (
        "def f(x, flag):\n    y = x.exp()\n    if flag:\n        y = y + 1\n    else:\n"
        "        y = y - 1\n    y.add_(1)\n    return y\n",
        False,
    ),
    "path_that_returns": (
        "def f(x, flag):\n    y = x.exp()\n    if flag:\n        return y\n    else:\n"
        "        y = y - 1\n    y.add_(1)\n    return y\n",
        False,
    ),
    "through_a_view": (
        "def f(x):\n    y = x.exp()\n    part = y[0].view(-1)\n    part.zero_()\n    return y\n",
        True,
    ),
    "through_a_list": (
        "def f(x):\n    h = []\n    h.append(x.exp())\n    h[0].zero_()\n    return h\n",
        True,
    ),
    "through_a_tuple": (
        "def f(x):\n    a, b = x.exp(), x + 1\n    b.zero_()\n    return a, b\n",
        False,
    ),
    "through_the_other_of_a_tuple": (
        "def f(x):\n    a, b = x.exp(), x + 1\n    a.zero_()\n    return a, b\n",
        True,
    ),
    "carried_by_a_loop": (
        "def f(x):\n    y = x + 1\n    for _ in range(3):\n        y.add_(1)\n        y = y.exp()\n"
        "    return y\n",
        True,
    ),
    "a_dictionary": (
        "def f(x):\n    d = x.exp()\n    e = {}\n    e['a'] = d\n    return e\n",
        False,
    ),
    "a_number": ("def f(x):\n    n = 0\n    n += 1\n    return x.exp()\n", False),
    "changed_by_a_helper": (
        "def change(t):\n    t.add_(1)\n\n"
        "def f(x):\n    y = x.exp()\n    change(y)\n    return y\n",
        True,
    ),
    "not_changed_by_a_helper": (
        "def change(t, u):\n    u.add_(1)\n\ndef f(x):\n    y = x.exp()\n    change(y, x + 1)\n"
        "    return y\n",
        False,
    ),
    "inner_function": (
        "def f(x):\n    y = x + 1\n    def later():\n        y.add_(1)\n"
        "    z = y * y\n    later()\n    return z\n",
        True,
    ),
    "out": ("def f(x):\n    y = x.exp()\n    torch.add(x, 1, out=y)\n    return y\n", True),
    "inplace": ("def f(x):\n    y = x.exp()\n    F.relu(y, inplace=True)\n    return y\n", True),
    "initialiser": ("def f(m):\n    y = m.exp()\n    init.zeros_(y)\n    return y\n", False),
    "augmented": ("def f(x):\n    y = torch.sigmoid(x)\n    y += 1\n    return y\n", True),
    "subscript": (
        "def f(x, i):\n    y = torch.softmax(x, 0)\n    y[i] = 0.0\n    return y\n",
        True,
    ),
    "flag_in_a_mask": (
        "def f(x, i):\n    y = x.exp()\n    y[i] = True\n    return y\n",
        False,
    ),
}


@pytest.mark.parametrize(("text", "is_seen"), CHANGES.values(), ids=CHANGES)
def test_a_change_of_what_may_be_saved_is_seen(text: str, is_seen: bool) -> None:
    """The parameter makes that the module holds something with a history at all."""
    text = "import torch\n\nweight = torch.nn.Parameter(torch.ones(3))\n\n" + text
    text = text.replace("def f(x", "def f(x=weight").replace("x=weight, flag", "x, flag, w=weight")
    text = text.replace("x=weight, i", "x, i, w=weight").replace("def f(m)", "def f(m=weight)")
    part = relevant_part(text, [Sign.CHANGE])
    assert bool(part.text) is is_seen


def test_what_is_left_out_leaves_the_lines_where_they_are() -> None:
    text = textwrap.dedent(
        """\
        import torch
        from torch import nn


        class Unused(nn.Module):
            def forward(self, x):
                return x


        class Gate(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc = nn.Linear(3, 3)

            def forward(self, x):
                h = torch.sigmoid(self.fc(x))
                h += 1
                return h
        """
    )
    part = relevant_part(text, SIGNS)
    assert part.functions == {"Gate.forward"}
    lines = part.text.split("\n")
    assert "class Unused" not in part.text
    assert lines[16] == "        h += 1"
    assert len(lines) == len(text.split("\n"))


def test_who_holds_a_layer_is_looked_at_with_it() -> None:
    """Only there is the layer's input known to require grad."""
    text = textwrap.dedent(
        """\
        import torch
        from torch import nn

        class Act(nn.Module):
            def forward(self, value):
                y = value.sigmoid()
                y += 1
                return y

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc, self.act = nn.Linear(3, 3), None
                self.act = Act()

            def forward(self, x):
                return self.act(self.fc(x))
        """
    )
    assert {"Act.forward", "Net.forward"} <= (relevant_part(text, SIGNS).functions or set())
    assert [finding.location.line for finding in lint.lint_source(text)] == [7]


def test_a_file_that_trains_is_looked_at_as_a_whole() -> None:
    text = "import torch\n\ndef f(x):\n    return x\n\ndef g(loss):\n    loss.backward()\n"
    assert relevant_part(text, SIGNS) == Relevant(text)


def test_the_word_alone_is_no_backward() -> None:
    text = "import torch\n\ndef f(x):\n    # backward compatible\n    return x\n"
    assert relevant_part(text, SIGNS).text == ""


def test_what_python_cannot_parse_is_left_to_libcst() -> None:
    text = "import torch\ndef f(:\n    x.backward()\n"
    assert relevant_part(text, SIGNS) == Relevant(text)


def test_every_rule_says_what_it_needs() -> None:
    assert all(rule.signs or not rule.triggers for rule in all_rules().values())
