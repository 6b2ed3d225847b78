"""A change through ``.data`` on one branch, a history on another: do both meet? Torch tells.

The branches are chosen by an argument that nothing changes, or by the round. Each program notes
whether a tensor had a history when it was changed, and is used after that.
"""

from __future__ import annotations

import contextlib
import itertools

import pytest
import torch

from tapelint import Finding, Settings, lint_source

_PROGRAM = """\
import torch


def attack(image, weight, kind):
    shift = torch.zeros_like(image)
    shift.requires_grad_()
    for step in range(4):
{branches}
    use(shift)
    return shift


def use(shift):
    pass


def change(shift):
    pass
"""
_HISTORIES = {
    "unknown": "shift = torch.clamp(image, -1, 1)",
    "of data": "shift = torch.clamp(image.data - weight.data, -1, 1)",
    "known": "shift = weight.detach().requires_grad_().sigmoid()",
}
_CHANGE = """\
use(shift)
loss = (image + shift).pow(2).sum()
loss.backward(retain_graph=True)
change(shift)
shift.data *= 2
"""
_CHOICES = {
    "strings": ("if kind == 'sup':", "if kind == 'l2':"),
    "not": ("if kind:", "if not kind:"),
    "elif": ("if kind == 'sup':", "elif kind == 'l2':"),
    "else": ("if kind == 'sup':", "else:"),
    "round": ("if step % 2 == 0:", "if step % 2 == 1:"),
    "always": ("if step >= 0:", "if step >= 0:"),
}
_ORDERS = ("history first", "change first")


def _programs() -> list[tuple[str, str]]:
    found = []
    for (history, made), (choice, (first, second)), order in itertools.product(
        _HISTORIES.items(), _CHOICES.items(), _ORDERS
    ):
        made = made + "\n"
        bodies = (made, _CHANGE) if order == "history first" else (_CHANGE, made)
        branches = "".join(
            f"        {head}\n" + "".join(f"            {line}\n" for line in body.splitlines())
            for head, body in zip((first, second), bodies, strict=True)
        )
        found.append((f"{history}, {choice}, {order}", _PROGRAM.format(branches=branches)))
    return found


def _uses_changed_history(text: str) -> bool:
    """Whether any run uses a tensor that had a history when it was changed."""
    changed: list[torch.Tensor] = []
    used: list[bool] = []
    names: dict[str, object] = {}
    exec(compile(text, "<program>", "exec"), names)

    def change(shift: torch.Tensor) -> None:
        if shift.grad_fn is not None:
            changed.append(shift)

    names["change"] = change
    names["use"] = lambda shift: used.append(any(each is shift for each in changed))
    for kind in ("sup", "l2", ""):
        with contextlib.suppress(RuntimeError):  # without a history nothing can run backward
            names["attack"](torch.ones(2), torch.ones(2), kind)  # type: ignore[operator]
    return any(used)


def _found(text: str) -> list[Finding]:
    return lint_source(text, path="x.py", settings=Settings(select=("TAP301",)))


@pytest.mark.parametrize(("name", "text"), _programs())
def test_what_excludes_does_not_meet(name: str, text: str) -> None:
    found = _found(text)
    if name.startswith("unknown"):  # a caller may give an image with a history
        assert not any(each.confidence.value == "certain" for each in found), text
    elif found:
        assert _uses_changed_history(text), text


def test_what_meets_is_found() -> None:
    """Whoever gets what is returned may run a backward through it."""
    known = [text for name, text in _programs() if not name.startswith("unknown")]
    meeting = list(filter(_uses_changed_history, known))
    assert meeting
    assert all(map(_found, meeting))
