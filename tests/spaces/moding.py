"""Ways to write a grad mode: each mode in each form, in each place around what is recorded."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

MODES = {
    "no_grad": ("torch.no_grad", ""),
    "enable_grad": ("torch.enable_grad", ""),
    "inference_mode": ("torch.inference_mode", ""),
    "inference_mode(False)": ("torch.inference_mode", "False"),
    "inference_mode(flag)": ("torch.inference_mode", "flag"),
    "inference_mode(mode=True)": ("torch.inference_mode", "mode=True"),
    "set False": ("torch.set_grad_enabled", "False"),
    "set True": ("torch.set_grad_enabled", "True"),
    "set flag": ("torch.set_grad_enabled", "flag"),
    "imported": ("no_grad", ""),
    "alias": ("quiet", ""),
    "torch.autograd": ("torch.autograd.no_grad", ""),
    "grad_mode.no_grad": ("torch.autograd.grad_mode.no_grad", ""),
    "grad_mode.enable_grad": ("torch.autograd.grad_mode.enable_grad", ""),
    "grad_mode.set": ("torch.autograd.grad_mode.set_grad_enabled", "False"),
    "grad_mode.inference_mode": ("torch.autograd.grad_mode.inference_mode", ""),
}
"""What a mode is called, and what it is given."""

_MADE = "def made(flag=False):\n    return {mode}\n\n\n"
_NOTHING = "\n    pass\n"
FORMS = {
    "statement": ("", "{mode}\n", ""),
    "not called": ("", "{name}\n", ""),
    "assigned": ("", "mode = {mode}\n", ""),
    "with": ("", "with {mode}:\n", "in"),
    "with a name": ("", "mode = {mode}\nwith mode:\n", "in"),
    "behind a with": ("", "with {mode}:" + _NOTHING, ""),
    "behind a with a name": ("", "mode = {mode}\nwith mode:" + _NOTHING, ""),
    "with a helper": (_MADE, "with made():\n", "in"),
    "helper called": (_MADE, "made()\n", ""),
    "in a helper": (_MADE.replace("return ", ""), "made()\n", ""),
    "stack": ("", "with ExitStack() as stack:\n    stack.enter_context({mode})\n", "in"),
    "behind a stack": ("", "with ExitStack() as stack:\n    stack.enter_context({mode})\n", ""),
    "by hand": ("", "mode = {mode}\nmode.__enter__()\n", ""),
    "by hand and left": (
        "",
        "mode = {mode}\nmode.__enter__()\nmode.__exit__(None, None, None)\n",
        "",
    ),
    "a choice": ("", "with {mode} if flag else nullcontext():\n", "in"),
    "on a branch": ("", "if flag:\n    {mode}\n", ""),
}
"""What stands before a function, what switches, and whether the work stands in it."""
_DECORATORS = {"decorator": "@{mode}\n", "decorator without call": "@{name}\n"}
SURE = ("statement", "not called", "assigned", "with", "with a name", "in a helper", *_DECORATORS)
"""Forms of which each pitfall is reported, and not only nothing else."""
PLACES = ("here", "caller", "caller's callee", "callee", "module")
OUTSIDE = {"on": "", "off": "torch.set_grad_enabled(False)\n"}
WORK = {
    "loss": ("loss = (w * 2).sum()\n", "loss.backward()\n"),
    "leaf": ("w.add_(1)\nloss = None\n", ""),
}
"""What is done: a history is recorded and gone through, a leaf is changed in place."""

_HEAD = """\
from contextlib import ExitStack, nullcontext
import torch
from torch import no_grad
from torch import no_grad as quiet


"""


class Program(NamedTuple):
    """A program.

    Attributes:
        name: How it is made.
        form: The form in it.
        text: Its text.
    """

    name: str
    form: str
    text: str


def _function(name: str, body: str) -> str:
    return f"def {name}(w, flag=False):\n{textwrap.indent(body or 'pass', '    ')}\n\n"


def _within(form: str, work: str) -> str:
    """A form's statements, with the work in it or behind it."""
    _, statements, is_in = FORMS[form]
    if not is_in:
        return statements + work
    return statements + textwrap.indent(work or "pass\n", "    ")


def _written(mode: str, form: str, place: str, work: tuple[str, str]) -> str:
    name, given = MODES[mode]
    make, use = work
    if form in _DECORATORS:
        decorator = _DECORATORS[form]
        inner = make + "return loss\n"
        if place == "here":
            text = decorator + _function("score", inner)
            text += _function("run", f"loss = score(w)\n{use}")
        elif place == "caller":
            text = decorator + _function("score", "") + _function("run", f"score(w)\n{make}{use}")
        else:
            text = _function("inner", inner) + decorator + _function("score", "return inner(w)\n")
            text += _function("run", f"loss = score(w)\n{use}")
        given = given.replace("flag", "False")
    else:
        switched, whole = _within(form, ""), make + use
        text = (
            FORMS[form][0]
            + {
                "here": _function("run", _within(form, whole)),
                "caller": _function("score", switched) + _function("run", f"score(w)\n{whole}"),
                "caller's callee": _function("score", switched)
                + _function("later", whole)
                + _function("run", "score(w)\nlater(w)\n"),
                "callee": _function("later", whole) + _function("run", _within(form, "later(w)\n")),
                "module": f"flag = False\n{switched}\n\n" + _function("run", whole),
            }[place]
        )
    return text.replace("{mode}", f"{name}({given})").replace("{name}", name)


def programs() -> Iterator[Program]:
    """All programs."""
    for mode, form, place, outside, work in itertools.product(
        MODES, (*FORMS, *_DECORATORS), PLACES, OUTSIDE, WORK
    ):
        is_bare = form == "decorator without call" and MODES[mode][1]
        if form in _DECORATORS and (is_bare or place in {"callee", "module"}):
            continue
        body = _written(mode, form, place, WORK[work])
        made = f"w = torch.ones(3, requires_grad=True)\n{OUTSIDE[outside]}run(w)\n"
        yield Program(f"{mode}, {form}, {place}, {outside}, {work}", form, f"{_HEAD}{body}{made}")
