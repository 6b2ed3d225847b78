"""Methods that somebody else runs: torch's autograd, a module's ``__call__``, a training framework.

They tell whether autograd records in them, and whether a backward is run of what they return.
"""

from __future__ import annotations

from typing import Final

from tapelint.core.domain.certainty import MAYBE, NO, YES, Certainty
from tapelint.core.domain.objects import Class, Dictionary, Function
from tapelint.core.domain.values import UNBOUND, Item, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.models.torch.functions import EXPORTED
from tapelint.core.models.torch.training import framework as framework_of
from tapelint.project.roles.recording import Meant

BY_ITS_NAME: Final = "the function is there to train"
"""What is assumed of a function of which nothing but its name tells that autograd records."""
BY_ITS_CALLERS: Final = "whoever calls the function lets autograd record"
"""What is assumed of any other function that nobody in sight calls."""
_OWN_FUNCTION: Final = "torch.autograd.Function"
OF_A_LAYER: Final = "the layer is given what another layer gives"
"""What is assumed of the input of a module that nobody in sight calls."""
RETURNED_TO_TRAIN: Final = "a backward is run through the result, since it is returned"


def recording_in(machine: Machine, cls: Class | None, name: str) -> Certainty | None:
    """Whether autograd records in a method where its framework runs it; ``None`` if none does.

    A class of which a method is exported is there to be run without gradients, perhaps.
    """
    if cls is None:
        return None
    methods = [each for each in cls.cells.values() if isinstance(each, Function)]
    if any(machine.state.get(each, EXPORTED) for each in methods):
        return MAYBE
    if cls.is_a(_OWN_FUNCTION):
        return MAYBE  # in its backward it does, if the gradients are to have a history
    framework = framework_of(cls)
    if framework is None:
        return None
    if name in framework.unrecorded:
        return NO
    return YES if name in framework.recorded else None


def as_meant(meant: Meant) -> Certainty:
    """Whether autograd records in a function that nobody in sight calls."""
    if meant is Meant.YES:
        return YES
    return MAYBE.assuming(BY_ITS_NAME if meant is Meant.BY_NAME else BY_ITS_CALLERS)


def handed_over(
    machine: Machine, cls: Class | None, name: str, result: Value
) -> tuple[Value, Certainty] | None:
    """That of a method's result of which somebody runs a backward, and how sure that is."""
    if cls is not None and cls.is_a(_OWN_FUNCTION):
        return None
    framework = framework_of(cls) if cls is not None else None
    loss = framework.losses.get(name) if framework is not None else None
    if cls is None or framework is None or loss is None:
        return result, MAYBE.assuming(RETURNED_TO_TRAIN)
    attributes = {each for base in cls.mro if isinstance(base, Class) for each in base.cells}
    if not attributes.isdisjoint(framework.left_to_user):
        return None
    if loss.key and isinstance(result, Dictionary):
        held = machine.state.attribute(result, Item(loss.key))
        return None if held is UNBOUND else (held, YES)
    return result, YES
