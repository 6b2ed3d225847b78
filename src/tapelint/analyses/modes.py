"""In which modes a way is taken: those of autograd, and those of modules."""

from __future__ import annotations

import ast

from tapelint.analyses.places import Places
from tapelint.core.domain.certainty import Certainty
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.values import Unknown
from tapelint.core.running.duties import BY_ITS_CALLERS, BY_ITS_NAME
from tapelint.project.roles.modes import Recorded
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Truth
from tapelint.torch_api.names import says_training

OF_MODE = frozenset({BY_ITS_CALLERS, BY_ITS_NAME})
"""What may be assumed of a mode."""


def truth(certainty: Certainty) -> Truth:
    """Whether something holds, as rules are told."""
    if certainty.must:
        return Truth.YES
    return Truth.UNKNOWN if certainty.may else Truth.NO


def of_mode(certainty: Certainty, entry: ast.AST | None, places: Places) -> Assumption | None:
    """What is assumed of those who call a function, for something to be recorded in it.

    Args:
        certainty: How sure that is.
        entry: The function; ``None`` for the file's body.
        places: Tells how others use it in other files.
    """
    if places.records_elsewhere(entry) is Recorded.NO:
        return Assumption(Assumed.RECORDING, Sign.CALLERS, places.of(entry))
    if BY_ITS_CALLERS in certainty.why:
        return Assumption(Assumed.RECORDING, Sign.NONE, places.of(entry))
    if BY_ITS_NAME in certainty.why:
        return Assumption(Assumed.RECORDING, Sign.ROLE, places.of(entry))
    return None


def evaluates(guard: Guard) -> bool:
    """Whether a way is that of a module that does not train: ``if not self.training:``.

    Nobody runs a backward through what it returns.
    """
    return any(
        not each.holds
        and each.test == "truth"
        and isinstance(each.subject, Unknown)
        and says_training(f"self.{each.subject.hint}")
        for each in guard
    )
