"""What ended a history, in the words of messages: for TAP103 and TAP104."""

from __future__ import annotations

from tapelint.tape.domain.terms import AUTOGRAD_GRAD, INDICES, NO_GRAD
from tapelint.torch_api.knowledge import base_of


def called(operation: str) -> str:
    """What an operation is called."""
    if operation.startswith(INDICES):
        return f"the {INDICES}`{base_of(operation.removeprefix(INDICES))}`"
    return {"data": "`.data`", NO_GRAD: "`no_grad`"}.get(operation, f"`{operation}`")


def without(operation: str) -> str:
    """What to do about it."""
    if operation == AUTOGRAD_GRAD:
        return "pass `create_graph=True` there"
    if operation == NO_GRAD:
        return "compute it while autograd records"
    return f"compute the loss without {called(operation)}"
