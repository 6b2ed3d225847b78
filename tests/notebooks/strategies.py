"""Notebooks of the odd kinds that courses have, made of pieces."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

_HEAD = "import torch\nfrom torch import nn\nw = torch.nn.Parameter(torch.ones(3))"
_PITFALLS = (
    "w.data.zero_()",
    "w.data.zero_()\nw.data.add_(1)\n",
    "# a comment\nif True:\n    w.data.mul_(2)  # ünï😀\n",
    "t = torch.tensor([w.sum(), w.mean()])\n(t * 2).sum().backward()",
    "w.zero_()",
    "x = w.data",
    "layer = nn.Linear(2, 2)\nlayer.weight.data.normal_(0, 1)\nlayer.bias.data.fill_(0)",
    "w.data.zero_()  # noqa: TAP302",
    "w.data.zero_()  # noqa: TAP101",
    "d = torch.distributions.Normal(w, w, validate_args=False)",
    "def f(p):\n\tp.data.zero_()\n\treturn p\n",
    "s = '\\\\ \" \\t / \u2028'; w.data.zero_()",
)
_OTHERS = (
    "", "\n", "   ", "1 + 1", "plt.show();", "%matplotlib inline", "!pip install torch \\\n  numpy",
    "%%bash\nw.data.zero_(\n", "%%time\nw.data.zero_()", "%time w.data.zero_()", "?torch", "w??",
    "files = !ls", "x = %time w.data.zero_()", "%%html\n<b>torch .data</b>", "print 'tensor'",
    "loss = <your code>", "def f(\n", "x = # YOUR CODE HERE", "for x in w:\n    # YOUR CODE\n",
    " indented = w.data\n w.data.zero_()", "await w", "return w", "a\x0cb = w", "w = w \\",
    "pip install torch", "```", "\ufeffx = 1", "x = 'unclosed",
    "%load_ext tensorboard\nw.data.zero_()",
    "if True:\n    %time w.data.zero_()\n    !ls\n",
    "# tapelint: ignore[data-mutation]\nw.data.zero_()",
)  # fmt: skip
_KERNELS: tuple[dict[str, Any], ...] = (
    {},
    {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    {"language_info": {"name": "python", "version": "3.6.9"}, "colab": {"provenance": []}},
    {"kernelspec": {"name": "ir", "language": "R"}},
    {"widgets": {"application/vnd.jupyter.widget-state+json": {"a": {"source": "w.data.zero_()"}}}},
    {"kernelspec": None, "language_info": []},
)
_OUTPUTS: tuple[list[Any], ...] = (
    [],
    [{"output_type": "stream", "name": "stdout", "text": ["w.data.zero_()\n", "é\u2029"]}],
    [{"output_type": "display_data", "data": {"image/png": "iVBORw0KGgo=\n"}, "metadata": {}}],
    [{"output_type": "execute_result", "data": {"text/plain": "1e400"}, "x": 1e5, "y": -0.0}],
)


def _lines(text: str, shape: str) -> Any:
    """A cell's source in one of the shapes that there are."""
    if shape == "string":
        return text
    if shape == "lines":
        return text.splitlines(keepends=True)
    if shape == "newlines":
        lines = [f"{line}\n" for line in text.split("\n")]
        return [*lines[:-1], lines[-1][:-1]] if text else []
    return [text[at : at + 7] for at in range(0, len(text), 7)]


@st.composite
def cells(draw: st.DrawFn, *, minor: int, old: bool) -> dict[str, Any]:
    """A cell."""
    kind = draw(st.sampled_from(["code"] * 6 + ["markdown", "raw"]))
    text = draw(st.sampled_from([*_PITFALLS, *_OTHERS]))
    if draw(st.booleans()):
        text += "\n" + draw(st.sampled_from(_PITFALLS))
    if draw(st.integers(0, 9)) == 0:
        text = text.replace("\n", "\r\n")
    source = _lines(text, draw(st.sampled_from(["string", "lines", "lines", "newlines", "cut"])))
    cell: dict[str, Any] = {"cell_type": kind, "metadata": {}}
    if minor >= 5:
        cell["id"] = draw(st.sampled_from(["a1", "b2"]))
    if kind == "code":
        cell |= {"outputs": draw(st.sampled_from(_OUTPUTS)), "execution_count": None}
        if old:
            cell["language"] = "python"
    else:
        cell["attachments"] = {"source": {"image/png": "w.data.zero_()"}}
    cell["input" if old and kind == "code" else "source"] = source
    return dict(draw(st.permutations(list(cell.items()))))


@st.composite
def notebooks(draw: st.DrawFn) -> bytes:
    """The bytes of a notebook."""
    old = draw(st.integers(0, 5)) == 0
    minor = draw(st.sampled_from([2, 4, 5]))
    head = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": 1}
    head["input" if old else "source"] = _HEAD
    held = [head, *draw(st.lists(cells(minor=minor, old=old), max_size=5))]
    content: dict[str, Any] = {"metadata": draw(st.sampled_from(_KERNELS))}
    if old:
        content |= {"worksheets": [{"cells": held, "metadata": {}}], "nbformat": 3}
    else:
        content |= {"cells": held, "nbformat": 4}
    content["nbformat_minor"] = minor
    text = json.dumps(
        dict(draw(st.permutations(list(content.items())))),
        indent=draw(st.sampled_from([None, 0, 1, 2, "\t"])),
        ensure_ascii=draw(st.booleans()),
        separators=draw(st.sampled_from([None, (",", ":"), (" , ", " : ")])),
    )
    text += draw(st.sampled_from(["", "\n", "\n\n"]))
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    mark = draw(st.sampled_from(["", "", "", "\ufeff"]))
    return (mark + text).encode()
