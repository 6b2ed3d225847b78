"""In which mode of a module a way is taken."""

from __future__ import annotations

from tapelint.core.domain.predicates import Guard
from tapelint.core.domain.values import Unknown
from tapelint.torch_api.names import says_training


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
