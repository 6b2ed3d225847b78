"""A safe fix keeps what a program computes: pitfalls that run give the same, fixed or not."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from tapelint import Settings, fix_source
from tapelint.rules import all_rules

from .examples import Example, all_examples
from .test_fixes import _ASSERTION, tensors
from .torch_verdict import execute

SAFE = sorted(code for code, rule in all_rules().items() if rule.safe_fix)
SHOWN = {"TAP302", "TAP303"}
"""Rules whose fix may make torch raise, where the gradient was silently wrong."""


def without_assertions(example: Example, text: str) -> Example:
    """The program without what it asserts of its mistake."""
    return replace(example, text=_ASSERTION.sub(r"\1pass", text))


@pytest.mark.parametrize("code", SAFE)
def test_the_same_is_computed(code: str, subtests: pytest.Subtests) -> None:
    for example in all_examples():
        if example.kind != "pitfall" or not example.rule_folder.startswith(code):
            continue
        result = fix_source(example.text, path=str(example.path), settings=Settings(select=(code,)))
        if not result.fixed:
            continue
        assert isinstance(result.source, str)
        with subtests.test(example.identity):
            torch.manual_seed(0)
            try:
                before = tensors(execute(without_assertions(example, example.text)))
            except Exception:
                continue  # it raises as it stands: nothing is computed
            torch.manual_seed(0)
            try:
                after = tensors(execute(without_assertions(example, result.source)))
            except RuntimeError:
                assert code in SHOWN
                continue
            assert before.keys() == after.keys()
            for name, one in before.items():
                two = after[name]
                assert torch.equal(one.detach(), two.detach()), name
                if one.is_leaf and one.grad is not None and two.grad is not None:
                    assert torch.equal(one.grad, two.grad), name
