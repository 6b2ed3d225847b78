"""What einops gives has the history of its tensor: torch raises at these, with einops 0.8."""

from __future__ import annotations

import textwrap

import pytest

from tapelint import Settings, lint_source

HEAD = "import torch\nimport einops\nfrom einops import rearrange, reduce as pool, repeat\n"
RAISES = (
    "y = rearrange(x.exp(), 'a b -> b a')\ny += 1\ny.sum().backward()",
    "y = einops.rearrange(x.exp(), 'a (b c) -> a b c', b=2)\ny += 1\ny.sum().backward()",
    "y = pool(x.exp(), 'a b -> a', 'max')\ny += 1\ny.sum().backward()",
    "y = repeat(x.exp(), 'a b -> a b c', c=2).pow(2).sum()\ny.backward()\ny.backward()",
    "y = pool(x.exp(), 'a b -> a', reduction='mean').sum()\ny.backward()\ny.backward()",
)
RIGHT = (
    "y = pool(x.exp(), 'a b -> a', 'mean')\ny += 1\ny.sum().backward()",
    "y = repeat(x.exp(), 'a b -> (a c) b', c=2)\ny += 1\ny.sum().backward()",
    "y = rearrange(x.exp(), 'a b -> b a')\ny = y + 1\ny.sum().backward()",
    "y = rearrange(x.exp(), 'a b -> b a').detach()\nz = (x * y.t()).sum()\nz.backward()",
)


def _found(body: str) -> list[str]:
    made = "x = torch.randn(4, 6, requires_grad=True)\n"
    text = f"{HEAD}\n\ndef work():\n{textwrap.indent(made + body, '    ')}\n"
    settings = Settings(select=("TAP202", "TAP501"))
    return [each.code for each in lint_source(text, path="x.py", settings=settings)]


@pytest.mark.parametrize("body", RAISES)
def test_what_raises_is_found(body: str) -> None:
    assert len(_found(body)) == 1


@pytest.mark.parametrize("body", RIGHT)
def test_what_is_right_is_silent(body: str) -> None:
    assert _found(body) == []
