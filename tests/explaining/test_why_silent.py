"""``tapelint explain FILE:LINE --rule``: what a rule has seen there, and why it is silent."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import ROOT, Run
from tests.test_programs import PROGRAMS, expected

from tapelint import Settings
from tapelint.explaining.facts import Spot
from tapelint.explaining.silence import Answer
from tapelint.explaining.why_silent import Inquiry
from tapelint.rules import all_rules, find_rule
from tapelint.rules.checker import Checker
from tapelint.rules.reasons import Reason
from tapelint.rules.weights import Weight
from tapelint.source.documents import read_document

EXAMPLE = ROOT / "docs" / "examples" / "why_silent.py"

SEEN = [
    ("not-recorded", "TAP201", "manual_fine", 7),
    ("mode-unknown", "TAP201", "silent_switched_by_a_flag", 7),
    ("mode-of-callers", "TAP105", "mode_of_callers", 11),
    ("may-not-train", "TAP301", "data_of_results_meets_no_backward", 66),
    ("uncertain", "TAP202", "silent_encoding_of_positions", 15),
    ("uncertain", "TAP501", "silent_another_history", 91),
    ("no-history", "TAP101", "data_of_results", 33),
    ("history-used", "TAP101", "silent_accelerator", 11),
    ("not-wanted", "TAP101", "constants_beside_a_layer", 5),
    ("new-leaf", "TAP103", "saliency", 3),
    ("new-leaf", "TAP102", "points_scaled_to_a_domain", 7),
    ("told-by-name", "TAP101", "metrics", 9),
    ("unsupported", "TAP402", "covariance_beside_a_root", 8),
    ("unsupported", "TAP403", "variance_as_std_silent", 65),
    ("unknown-value", "TAP403", "aliases", 7),
    ("allowed", "TAP401", "gamma_ok", 3),
    ("conversion", "TAP302", "optimizer_class", 9),
    ("meant", "TAP102", "silent_dummy", 4),
    ("other-rule", "TAP301", "alternatives", 12),
    ("other-rule", "TAP104", "aliases", 6),
]
"""A place of a program at which a rule has seen something: the reason, the rule, the place."""

SAVED = """import torch
w = torch.ones(3, requires_grad=True)
y = w.exp()
y.mul_(2){comment}
y.sum().backward()
"""
OUTSIDE = """import torch
w = torch.ones(3, requires_grad=True)
def shown():
    with pytest.raises(RuntimeError):
        w.add_(1)
if False:
    w.add_(1)

y = net(w)
"""
HELPER = "def double(x):\n    x.mul_(2)\n"
TWO_CALLS = """import torch
from helper import double
w = torch.ones(3, requires_grad=True)
y = w.exp()
double(y)
double(y)
y.sum().backward()
"""


def asked(tapelint: Run, place: str, *rules: str) -> list[dict[str, Any]]:
    """The answers of some rules, as JSON."""
    options = [option for rule in rules for option in ("--rule", rule)]
    result = tapelint("explain", place, *options, "--output-format", "json")
    assert result.returncode == 0, result.stderr
    answers: list[dict[str, Any]] = json.loads(result.stdout)["rules"]
    return answers


def reasons(answer: dict[str, Any]) -> list[str]:
    """The reasons of an answer."""
    return [each["reason"] for each in answer["silences"]]


@pytest.mark.parametrize(("reason", "rule", "program", "line"), SEEN)
def test_what_was_seen_has_its_reason(
    reason: str, rule: str, program: str, line: int, tapelint: Run, tmp_path: Path
) -> None:
    shutil.copy(ROOT / "tests" / "programs" / f"{program}.py", tmp_path)
    (answer,) = asked(tapelint, f"{program}.py:{line}", rule)
    found = [each for each in answer["silences"] if each["reason"] == reason]
    assert found, answer
    assert found[0]["heard"]["what"]
    assert not answer["findings"]
    if reason == "other-rule":
        assert found[0]["names"]
        assert all(map(find_rule, found[0]["names"]))


@pytest.mark.parametrize(
    ("source", "line", "rule", "reason", "named"),
    [
        (SAVED.format(comment="  # noqa: TAP202"), 4, "TAP202", "suppressed", "`# noqa: TAP202`"),
        (SAVED.format(comment="") + "# flake8: noqa\n", 4, "TAP202", "suppressed", "# flake8"),
        ("# tapelint: skip-file\n" + SAVED.format(comment=""), 5, "TAP202", "suppressed", "skip"),
        (SAVED.format(comment=".data"), 4, "TAP303", "not-selected", ""),
        (OUTSIDE, 5, "TAP201", "expected-error", ""),
        (OUTSIDE, 7, "TAP201", "unreachable", ""),
        (OUTSIDE, 8, "TAP201", "no-code", ""),
        (OUTSIDE, 9, "TAP201", "not-seen", "what `net(w)` returns is not known"),
        (OUTSIDE, 9, "TAP302", "no-trigger", "`.data`"),
        ("x = 1\n", 1, "TAP302", "no-trigger", "`torch`, `.data`"),
        (TWO_CALLS, 5, "TAP202", "other-file", ""),
        ("def shrink(w):\n    w.data.mul_(2)\n", 2, "TAP302", "no-trigger", "`torch`"),
        (SAVED.format(comment=""), 1, "TAP303", "not-selected", ""),
        (SAVED.format(comment=""), 1, "TAP303", "no-trigger", "`.data`"),
    ],
)
def test_what_keeps_a_rule_from_reporting(
    source: str, line: int, rule: str, reason: str, named: str, tapelint: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text(source)
    (tmp_path / "helper.py").write_text(HELPER)
    (answer,) = asked(tapelint, f"a.py:{line}", rule)
    (found,) = [each for each in answer["silences"] if each["reason"] == reason]
    assert named in ", ".join(found["names"])
    assert not answer["findings"]


def test_what_is_only_likely_may_not_be_wanted(tapelint: Run, tmp_path: Path) -> None:
    program = "def nll(x, std):\n    return MultivariateNormal(x, std)\n"
    (tmp_path / "a.py").write_text(f"from torch.distributions import MultivariateNormal\n{program}")
    (tmp_path / "tapelint.toml").write_text('min-confidence = "certain"\n')
    (answer,) = asked(tapelint, "a.py:3", "TAP402")
    assert reasons(answer) == ["only-likely"]
    assert "`std` is a standard deviation" in answer["silences"][0]["heard"]["what"]


def test_what_is_only_possible_says_what_it_rests_on(tapelint: Run, tmp_path: Path) -> None:
    shutil.copy(EXAMPLE, tmp_path)
    (tmp_path / "tapelint.toml").write_text('min-confidence = "possible"\n')
    (answer,) = asked(tapelint, f"{EXAMPLE.name}:14", "TAP202")
    (finding,) = answer["findings"]
    assert finding["confidence"] == "possible"
    kinds = {(each["kind"], each["evidence"]) for each in finding["assumptions"]}
    assert kinds == {("backward", "return"), ("recording", "none")}


def test_a_table_that_speaks_against_a_report_is_a_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrong = {("meaning", "name"): Weight(0, 20)}
    monkeypatch.setattr("tapelint.rules.weights.weights", lambda: wrong)
    program = "def nll(x, std):\n    return MultivariateNormal(x, std)\n"
    text = f"from torch.distributions import MultivariateNormal\n{program}"
    inquiry = Inquiry(read_document(text, "a.py"), "a.py", Settings())
    rule = find_rule("TAP402")
    assert rule is not None
    (answer,) = answers(inquiry, 3, [rule])
    assert [each.reason.id for each in answer.silences] == ["only-possible"]


def test_a_limit_of_the_analysis_is_named(tapelint: Run, tmp_path: Path) -> None:
    steps = "    x = x + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8\n" * 6_000
    asked_for = "    w.detach().sum().backward()\n"
    source = f"import torch\ndef slow(x, w: torch.nn.Parameter):\n{steps}{asked_for}"
    (tmp_path / "a.py").write_text(source)
    (answer,) = asked(tapelint, "a.py:6003", "TAP104")
    assert reasons(answer) == ["budget"]
    assert "`slow` took more than 60,000 steps" in answer["silences"][0]["names"][0]
    text = tapelint("explain", "a.py:6003", "--rule", "TAP104").stdout
    assert "limits of the analysis\n  `slow` took more than" in text


def test_every_reason_is_provoked_here() -> None:
    here = Path(__file__).read_text(encoding="utf-8")
    assert not [each.id for each in Reason if f'"{each.id}"' not in here]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_finding_is_said_at_its_line_and_no_silence_goes_without_a_reason(path: Path) -> None:
    text = path.read_text()
    inquiry = Inquiry(read_document(text, path.name), path.name, Settings())
    for line, mark in dict.fromkeys(expected(text)):
        rule = find_rule(mark.split()[0])
        assert rule is not None
        (answer,) = answers(inquiry, line, [rule])
        if mark.endswith(" possible"):
            assert answer.silences, line
            assert not answer.findings, line
            continue
        assert {each.code for each in answer.findings} == {rule.code}, line
    for line in range(2, text.count("\n") + 1, 9):
        for answer in answers(inquiry, line, list(all_rules().values())):
            assert answer.findings or answer.elsewhere or answer.silences, (line, answer)


def answers(inquiry: Inquiry, line: int, rules: list[type[Checker]]) -> tuple[Answer, ...]:
    """What some rules say of a line."""
    account = inquiry.account(Spot(line), rules)
    assert account is not None
    return account.answers


def test_the_page_shows_the_example_and_what_is_printed(tapelint: Run, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "explain.md").read_text(encoding="utf-8")
    shutil.copy(EXAMPLE, tmp_path)
    text = tapelint(
        "explain", f"{EXAMPLE.name}:14", "--rule", "TAP202", "--rule", "inplace-on-leaf"
    ).stdout
    assert f"```python\n{EXAMPLE.read_text(encoding='utf-8').rstrip()}\n```" in page
    assert f"```text\n{text.rstrip()}\n```" in page
    (last,) = [each for each in page.splitlines() if each.startswith("With `Gate()")]
    source = f"{EXAMPLE.read_text(encoding='utf-8')}\n\n{last.split('`')[1]}\n"
    (tmp_path / "more.py").write_text(source)
    (answer,) = asked(tapelint, "more.py:14", "TAP202")
    assert [each["code"] for each in answer["findings"]] == ["TAP202"]


def test_what_stands_at_another_line_is_told_with_that_line(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SAVED.format(comment=""))
    for line in (3, 5):
        (answer,) = asked(tapelint, f"a.py:{line}", "TAP202")
        assert [each["line"] for each in answer["elsewhere"]] == [4]
    text = tapelint("explain", "a.py:5", "--rule", "TAP202").stdout
    assert "reports what stands here, at another line\n  line 4: `mul_` changes `y`" in text


def test_rules_are_named_by_code_by_name_and_by_group(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SAVED.format(comment=""))
    several = asked(tapelint, "a.py:4", "TAP501,inplace-on-saved", "TAP10")
    assert [each["code"] for each in several] == [
        *(f"TAP10{number}" for number in range(1, 8)), "TAP202", "TAP501",
    ]  # fmt: skip
    from_stdin = tapelint("explain", "-:4", "--rule", "TAP202", input=SAVED.format(comment=""))
    assert from_stdin.stdout.startswith("<stdin>:4  y.mul_(2)\n\nTAP202 [inplace-on-saved] reports")


def test_a_comment_that_silences_nothing(tapelint: Run, tmp_path: Path) -> None:
    source = "import torch\nx = 1  # tapelint: ignore[data-read]\ny = 2\n"
    (tmp_path / "a.py").write_text(source)
    (tmp_path / "tapelint.toml").write_text('select = ["ALL"]\n')
    (answer,) = asked(tapelint, "a.py:2", "TAP001")
    assert "silences nothing" in answer["findings"][0]["message"]
    (answer,) = asked(tapelint, "a.py:3", "TAP001")
    assert reasons(answer) == ["not-seen"]


def test_in_a_notebook_and_in_markdown(tapelint: Run, tmp_path: Path) -> None:
    lines = SAVED.format(comment="  # noqa: TAP202").splitlines(keepends=True)
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None,
         "source": "".join(part)}
        for part in (lines[:3], lines[3:])
    ]  # fmt: skip
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "n.ipynb").write_text(json.dumps(notebook))
    (answer,) = asked(tapelint, "n.ipynb:2:1", "TAP202")
    assert reasons(answer) == ["suppressed"]
    assert (answer["silences"][0]["heard"]["cell"], answer["silences"][0]["heard"]["line"]) == (
        2,
        1,
    )
    (answer,) = asked(tapelint, "n.ipynb:1:3", "TAP202")
    assert reasons(answer) == ["suppressed"]
    page = f"# Title\n\n```python\n{SAVED.format(comment='')}```\n"
    (tmp_path / "page.md").write_text(page)
    (answer,) = asked(tapelint, "page.md:7", "TAP202")
    assert [each["line"] for each in answer["findings"]] == [7]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["a.py:1", "--rule", "TAP999"], "unknown rule 'TAP999'"),
        (["a.py:1", "--rule", "inplace-on-save"], "did you mean 'inplace-on-saved'?"),
        (["a.py:1", "--rule", ""], "--rule names no rule"),
        (["a.py:1", "--rule", "TAP2", "--output-format", "svg"], "as text or json, not as svg"),
        (["a.py:9", "--rule", "TAP2"], "a.py: no line 9 of Python; there is line 1 alone"),
        (["broken.py:1", "--rule", "TAP2"], "broken.py:1:5: syntax error"),
        (["a.py:1", "--rule"], "requires an argument"),
    ],
)
def test_what_cannot_be_answered_is_one_line(
    arguments: list[str], complaint: str, tapelint: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "broken.py").write_text("x = = 1\n")
    result = tapelint("explain", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1


def test_nobody_listens_in_a_usual_run() -> None:
    for rule in all_rules().values():
        assert rule.dismissed is None
        assert rule(lambda node: "").dismissed is None
