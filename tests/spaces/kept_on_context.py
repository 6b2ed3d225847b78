"""Functions of one's own that keep a tensor for their backward: how, and which tensor.

Torch judges: :func:`is_leaked` and :func:`is_unseen`.
"""

from __future__ import annotations

import gc
import itertools
import weakref
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch

_FUNCTION = """\
import collections
import functools
import types
import torch


class Holder:
    pass


class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
{forward}

    @staticmethod
    def backward(ctx, g):
{backward}
"""
WAYS = {
    "attribute": ("ctx.a = {v}", "ctx.a"),
    "annotated": ("ctx.a: torch.Tensor = {v}", "ctx.a"),
    "two at once": ("ctx.a, ctx.n = {v}, 3", "ctx.a"),
    "setattr": ("setattr(ctx, 'a', {v})", "ctx.a"),
    "setattr and getattr": ("setattr(ctx, 'a', {v})", "getattr(ctx, 'a')"),
    "list": ("ctx.a = [{v}, 3]", "ctx.a[0]"),
    "tuple": ("ctx.a = ({v}, 3)", "ctx.a[0]"),
    "dict": ("ctx.a = {'v': {v}}", "ctx.a['v']"),
    "dict(...)": ("ctx.a = dict(v={v})", "ctx.a['v']"),
    "nested": ("ctx.a = [('v', {v})]", "ctx.a[0][1]"),
    "either": ("ctx.a = {v} if x.numel() else None", "ctx.a"),
    "in a branch": ("if x.numel():\n    ctx.a = {v}", "ctx.a"),
    "namespace": ("ctx.a = types.SimpleNamespace(v={v})", "ctx.a.v"),
    "filled dict": ("ctx.a = {}\nctx.a['v'] = {v}", "ctx.a['v']"),
    "filled list": ("ctx.a = []\nctx.a.append({v})", "ctx.a[0]"),
    "updated dict": ("ctx.a = {}\nctx.a.update(v={v})", "ctx.a['v']"),
    "named list": ("kept = [{v}]\nctx.a = kept", "ctx.a[0]"),
    "named dict": ("kept = {'v': {v}}\nctx.a = kept", "ctx.a['v']"),
    "named dict, filled": ("kept = {}\nkept['v'] = {v}\nctx.a = kept", "ctx.a['v']"),
    "named list, filled": ("kept = []\nkept.append({v})\nctx.a = kept", "ctx.a[0]"),
    "object": ("kept = Holder()\nkept.v = {v}\nctx.a = kept", "ctx.a.v"),
    "object filled on the context": ("ctx.a = Holder()\nctx.a.v = {v}", "ctx.a.v"),
    "deque": ("ctx.a = collections.deque([{v}])", "ctx.a[0]"),
    "lambda": ("ctx.a = lambda: {v}", "ctx.a()"),
    "partial": ("ctx.a = functools.partial(torch.mul, {v})", "ctx.a(1)"),
    "save_for_backward": ("ctx.save_for_backward({v})", "ctx.saved_tensors[0]"),
}
"""How a tensor is kept, and how ``backward`` gets it."""
FORMS = {
    # What forward computes and returns; what is kept; the gradient.
    "result": ("y = x.exp()", "y", "y", "g * {a}"),
    "result by its place": ("ctx.a = x.exp()", "", "ctx.a", "g * ctx.a"),
    "result by its place, cloned": ("ctx.a = x.exp()", "", "ctx.a.clone()", "g * ctx.a"),
    "result with two names": ("y = ctx.a = x.exp()", "", "y", "g * ctx.a"),
    "result set by setattr": ("setattr(ctx, 'a', x.exp())", "", "ctx.a", "g * ctx.a"),
    "input": ("y = x.exp()", "x", "y", "g * {a}.exp()"),
    "its shape is read": ("y = x.exp()", "x", "y", "g.reshape({a}.shape)"),
    "zeros like it": ("y = x.exp()", "x", "y", "g + torch.zeros_like({a})"),
    "new ones": ("y = x.exp()", "x", "y", "g * {a}.new_ones(3)"),
    "filled with it": ("y = x.exp()", "x", "y", "torch.full_like(g, {a}.sum().item())"),
    "its length": ("y = x.exp()", "x", "y", "g * len({a})"),
    "its class": ("y = x.exp()", "x", "y", "g if isinstance({a}, torch.Tensor) else g * 2"),
    "whether it is there": ("y = x.exp()", "x", "y", "g if {a} is not None else g * 2"),
    "named, ones like it": ("y = x.exp()", "x", "y", "a = {a}\nreturn g * torch.ones_like(a)"),
    "named, its shape": ("y = x.exp()", "x", "y", "p = {a}\nq = p\nreturn g.reshape(q.shape)"),
    "its shape, named": ("y = x.exp()", "x", "y", "s = {a}.shape\nreturn g.reshape(s)"),
    "its size, named": ("y = x.exp()", "x", "y", "n = {a}.size(0)\nreturn g.reshape(n)"),
    "two named": ("y = x.exp()", "x", "y", "p, h = {a}, g\nreturn h + torch.zeros_like(p)"),
    "named and read": ("y = x.exp()", "x", "y", "p = {a}\nreturn g * p.exp()"),
    "named and read, too": (
        "y = x.exp()",
        "x",
        "y",
        "p = {a}\nz = torch.zeros_like(p)\nreturn g * p.exp() + z",
    ),
    "named and changed": ("y = x.exp()", "x", "y", "p = {a}\np = p * 2\nreturn g * p"),
    "what is in between": ("z = x.exp()\ny = z + 1", "z", "y", "g * {a}"),
    "a copy": ("y = x.exp()\nz = x.clone()", "z", "y", "g * {a}.exp()"),
    "a number": ("y = x.exp()\nz = float(x.sum())", "z", "y", "g * ({a} if 0 else 1)"),
}
_ASKED = frozenset(
    {
        "its shape is read", "a number", "zeros like it", "new ones", "its length", "its class",
        "whether it is there", "named, ones like it", "named, its shape", "two named",
        "its shape, named", "its size, named",
    }
)  # fmt: skip


class Program(NamedTuple):
    """A function of one's own.

    Attributes:
        name: How it is made.
        text: The program, which defines ``Exp``.
    """

    name: str
    text: str


def _indented(text: str) -> str:
    return "\n".join(" " * 8 + line for line in text.splitlines())


def programs() -> Iterator[Program]:
    """Functions that keep a tensor in each way."""
    for form, way in itertools.product(FORMS, WAYS):
        computed, kept, returned, gradient = FORMS[form]
        if not kept and way != "attribute":
            continue
        act, got = WAYS[way] if kept else ("", "")
        if way == "partial" and form in _ASKED:
            continue  # a call of it reads more than the shape
        if way == "save_for_backward" and form == "a number":
            continue
        forward = f"{computed}\n{act.replace('{v}', kept)}\nreturn {returned}"
        backward = gradient.replace("{a}", got)
        backward = backward if "return" in backward else f"return {backward}"
        text = _FUNCTION.format(forward=_indented(forward), backward=_indented(backward))
        yield Program(f"{form}: {way}", text)


def _function(program: Program) -> Any:
    names: dict[str, Any] = {}
    exec(compile(program.text, program.name, "exec"), names)
    return names["Exp"]


def is_leaked(program: Program) -> bool:
    """Whether the result lives on when nobody has it any more, but for the garbage collector."""
    function, x = _function(program), torch.ones(3, requires_grad=True)
    gc.disable()
    try:
        out = function.apply(x)
        out.sum().backward()
        seen = weakref.ref(out)
        del out
        return seen() is not None
    finally:
        gc.enable()


def is_unseen(program: Program) -> bool:
    """Whether a change of the input between forward and backward goes unnoticed."""
    function, found = _function(program), []
    for by in (0.0, 1.0):
        leaf = torch.ones(3, requires_grad=True)
        x = leaf * 2
        out = function.apply(x).sum()
        with torch.no_grad():
            x.add_(by)
        try:
            out.backward()
        except RuntimeError:
            return False
        assert leaf.grad is not None
        found.append(leaf.grad)
    return not torch.equal(*found)
