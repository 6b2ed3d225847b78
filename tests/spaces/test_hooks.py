"""Forward hooks before a reentrant checkpoint, and calls in a ``try``: every way to write them."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import pytest

from tapelint import Settings, lint_source

HEAD = """\
import functools
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


def switch(module, inputs, output):
    output.requires_grad_(True)


def assign(module, inputs, output):
    output.requires_grad = True


def give(module, inputs, output):
    return output.detach().requires_grad_()


def look(module, inputs, output):
    print(output.shape)


def switched_as(flag, module, inputs, output):
    output.requires_grad_(flag)


class Stem(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        return self.layer(x)

    def switch(self, module, inputs, output):
        output.requires_grad_(True)


"""
STEMS = {
    "layer": "stem = nn.Linear(2, 2)",
    "sequential": "stem = nn.Sequential(nn.Linear(2, 2), nn.ReLU())",
    "class": "stem = Stem()",
}
HOOKS = {
    "none": "pass",
    "lambda": "stem.register_forward_hook(lambda m, i, o: o.requires_grad_(True))",
    "function": "stem.register_forward_hook(switch)",
    "assigned": "stem.register_forward_hook(assign)",
    "given": "handle = stem.register_forward_hook(give)",
    "looks": "stem.register_forward_hook(look)",
    "keyword": "stem.register_forward_hook(hook=switch)",
    "method": "stem.register_forward_hook(Stem().switch)",
    "partial": "stem.register_forward_hook(functools.partial(switched_as, True))",
    "partial off": "stem.register_forward_hook(functools.partial(switched_as, False))",
    "two": "stem.register_forward_hook(look)\nstem.register_forward_hook(switch)",
    "inner": "[*stem.modules()][-1].register_forward_hook(switch)",
}
CALLS = {"called": "stem(torch.ones(1, 2))", "forward": "stem.forward(torch.ones(1, 2))"}


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_gives_what_lies_behind_a_gradient(hook: str) -> None:
    for stem, call in itertools.product(STEMS, CALLS):
        text = f"{HEAD}{STEMS[stem]}\nstem.requires_grad_(False)\n{HOOKS[hook]}\n"
        text += "body = nn.Linear(2, 2)\n"
        line = text.count("\n") + 1
        text += f"hidden = checkpoint(body, {CALLS[call]}, use_reentrant=True)\n"
        text += "loss = hidden.sum()\n"
        names: dict[str, Any] = {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(text, hook, "exec"), names)
        is_pitfall = not names["loss"].requires_grad
        found = lint_source(text, path="x.py", settings=Settings(select=("TAP802",)))
        assert [each.line for each in found] == [line] * is_pitfall, text


def test_a_hook_of_all_modules_may_give_it_to_any() -> None:
    text = f"{HEAD}{STEMS['layer']}\nstem.requires_grad_(False)\n"
    text += "nn.modules.module.register_module_forward_hook(switch)\n"
    text += "hidden = checkpoint(nn.Linear(2, 2), stem(torch.ones(1, 2)), use_reentrant=True)\n"
    assert not lint_source(text, path="x.py", settings=Settings(select=("TAP802",)))


TRIED = "t.view(-1)"
BODIES = {
    "alone": f"{TRIED}",
    "answers": f"{TRIED}\nfits = True",
    "leaves": f"{TRIED}\nreturn True",
    "tells": f"{TRIED}\nprint('fits')",
    "in a context": f"with torch.no_grad():\n    {TRIED}",
    "in a branch": f"if t.dim() > 1:\n    {TRIED}",
    "raises": f"{TRIED}\nraise AssertionError",
    "used": f"{TRIED}\nloss = t.sum()",
    "used before": f"loss = t.sum()\n{TRIED}",
}
HANDLERS = {
    "RuntimeError": "except RuntimeError:\n    fits = False",
    "named": "except RuntimeError as error:\n    print(error)\n    fits = False",
    "several": "except (RuntimeError, TypeError):\n    fits = False",
    "any": "except Exception:\n    fits = False",
    "bare": "except:\n    fits = False",
    "others": "except KeyboardInterrupt:\n    fits = False",
    "finally": "finally:\n    fits = None",
}


@pytest.mark.parametrize("body", BODIES)
def test_a_call_that_is_tried_out_loses_nothing(body: str) -> None:
    for handler in HANDLERS:
        written = "try:\n    " + BODIES[body].replace("\n", "\n    ") + "\n" + HANDLERS[handler]
        text = "import torch\n\n\ndef fits(t: torch.Tensor):\n    "
        text += written.replace("\n", "\n    ") + "\n"
        is_pitfall = body.startswith("used") or handler in {"others", "finally"}
        found = lint_source(text, path="x.py", settings=Settings(select=("TAP107",)))
        assert bool(found) is is_pitfall, text
