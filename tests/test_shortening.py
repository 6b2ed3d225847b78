"""Code in messages is left out at a boundary of the syntax, so that what is shown can be read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.test_programs import PROGRAMS

from tapelint.source.shortening import shortened

EXAMPLES = sorted(ROOT.glob("rules/*/examples/*.py"))
LONGEST = 48
_NO_CODE = (ast.JoinedStr, ast.FormattedValue, ast.Slice, ast.Starred)


def is_code(text: str) -> bool:
    """Whether a text is Python, or Python whose end is left out behind a whole operand."""
    without_ends = re.sub(r"(,|(?<=[\])])) ?\.\.\.(?=[\])}]|$)", "", text)
    return any(map(_parses, (text, f"({text})", text.removesuffix("..."), without_ends)))


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def expressions(path: Path) -> Iterator[str]:
    """The expressions of a program that have to be shortened."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.expr) and not isinstance(node, _NO_CODE):
            code = ast.get_source_segment(text, node) or ""
            if len(code) > LONGEST and _parses(f"({code}\n)"):
                yield code


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        (
            "torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)",
            "torch.nn.utils.clip_grad_norm_(...)",
        ),
        (
            "torch.tensor([critic(state) for state in states], requires_grad=True)",
            "torch.tensor([...], requires_grad=True)",
        ),
        (
            "model(x).view(-1, 10).transpose(0, 1).contiguous().mean(dim=0)",
            "model(x).view(...).transpose(0, 1)...",
        ),
        (
            "[critic(state) for state in states_of_the_last_episode_of_all]",
            "[critic(...) for state in ...]",
        ),
        (
            "loss_of_the_policy + coefficient * entropy - regularisation",
            "loss_of_the_policy + coefficient * entropy - ...",
        ),
        ("f(\n    a,  # not (\n    b\n)", "f( a, b )"),
        ("a_name_that_is_longer_than_all_messages_ought_to_be.method", None),
    ],
)
def test_what_is_left_out(code: str, shown: str | None) -> None:
    assert shortened(code, LONGEST) == (code if shown is None else shown)


def test_what_is_shown_of_any_expression_can_be_read() -> None:
    codes = {each for path in (*PROGRAMS, *EXAMPLES) for each in expressions(path)}
    assert len(codes) > 500
    for code in codes:
        for longest in (LONGEST, 30):
            shown = shortened(code, longest)
            assert is_code(shown), (code, shown)
            assert len(shown) <= longest or len(shown) < len(code) or "..." not in shown
