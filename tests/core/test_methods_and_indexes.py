"""Methods that a mode decorates, and indexes that take all there is, held against torch."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from tapelint.core.code.lowering import module_code
from tapelint.core.running.execution import Execution

from .listeners import RULES, Found

HEADER = "import torch\nw = torch.ones(3, requires_grad=True)\n"
METHODS = {
    "of the class": (
        "class Box:\n    @torch.enable_grad()\n    def make(self):\n        self.h = w.exp()\n"
    ),
    "of a base": (
        "class Base:\n    @torch.enable_grad()\n    def make(self):\n        self.h = w.exp()\n"
        "class Box(Base):\n    pass\n"
    ),
    "of super()": (
        "class Base:\n    @torch.enable_grad()\n    def make(self):\n        self.h = w.exp()\n"
        "class Box(Base):\n    def make(self):\n        super().make()\n"
    ),
    "that does not record": (
        "class Box:\n    def make(self):\n        self.h = w.exp().requires_grad_()\n"
    ),
}
INDEXES = {":": False, "...": False, ":, :": False, ":1": True, "0": True, "..., 0": True}


def is_found(text: str) -> bool:
    """Whether a second backward through a graph that is freed is found."""
    execution, found = Execution(module_code(ast.parse(text)), text), Found()
    RULES["TAP501"](execution.machine, execution.autograd, found)
    execution.run()
    return bool(found)


def raises(text: str) -> bool:
    """Whether torch raises since a backward is run a second time."""
    names: dict[str, Any] = {}
    try:
        exec(text, names)
    except RuntimeError as error:
        return "second time" in str(error)
    return False


@pytest.mark.parametrize("method", METHODS)
def test_a_method_in_a_mode_knows_its_object(method: str) -> None:
    text = f"{HEADER}{METHODS[method]}box = Box()\nwith torch.no_grad():\n    box.make()\n"
    text += "box.h.sum().backward()\nbox.h.sum().backward()\n"
    assert raises(text) is (method != "that does not record")
    assert is_found(text) is raises(text)


@pytest.mark.parametrize("index", INDEXES)
def test_who_sets_all_of_a_tensor_changes_no_view(index: str) -> None:
    """``h[:] = 2`` frees nothing in a backward; the view that ``h[0] = 2`` changes does."""
    text = "import torch\nw = torch.ones(3, 3, requires_grad=True)\nh = w - w\n"
    text += f"h[{index}] = 2.0\nh.mean().backward()\nh.mean().backward()\n"
    assert raises(text) is INDEXES[index]
    assert is_found(text) is INDEXES[index]
