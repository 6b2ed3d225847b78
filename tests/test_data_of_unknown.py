"""``.data`` of an argument requires no grad, so nothing is computed from it that has a history."""

from __future__ import annotations

import itertools

import pytest

from tapelint import Confidence, Settings, lint_source

COMPUTED = (
    "X.data - Y.data", "X.data * 2", "1 / X.data", "-X.data", "X.data.sub(Y.data)",
    "torch.sub(X.data, Y.data)", "X.data[0] + Y.data[1]", "X.data.T", "torch.ones(3) - X.data",
)  # fmt: skip
SAVING = ("({}).sigmoid()", "torch.exp({})", "({}).softmax(0).exp()", "torch.tanh(input={})")


@pytest.mark.parametrize("computed", COMPUTED)
def test_nothing_of_it_is_in_a_graph(computed: str) -> None:
    for saving, ending in itertools.product(SAVING, ("return d", "d.sum().backward()")):
        code = (
            f"import torch\n\ndef f(X, Y):\n    d = {saving.format(computed)}\n"
            f"    d.data.clamp_(0, 1)\n    {ending}\n"
        )
        found = lint_source(code)
        assert "TAP301" not in {each.code for each in found}, code
        certain = {each.code for each in found if each.confidence is Confidence.CERTAIN}
        assert "TAP104" not in certain, code


def test_with_an_argument_itself_it_may_be() -> None:
    code = (
        "import torch\n\ndef f(X, Y):\n    d = torch.sigmoid(X.data - Y)\n"
        "    d.data.clamp_(0, 1)\n    return d\n"
    )
    settings = Settings(min_confidence=Confidence.POSSIBLE)
    assert "TAP301" in {each.code for each in lint_source(code, settings=settings)}
