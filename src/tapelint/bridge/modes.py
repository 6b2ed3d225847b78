"""What is assumed for autograd to record in a function that the file does not call."""

from __future__ import annotations

import ast

from tapelint.bridge.places import Places
from tapelint.core.domain.certainty import Certainty
from tapelint.core.running.duties import BY_ITS_CALLERS, BY_ITS_NAME
from tapelint.project.roles.modes import Recorded
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Truth

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
