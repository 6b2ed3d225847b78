"""Events of writes to memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.graph_nodes import Taken
from tapelint.tape.events import Event

if TYPE_CHECKING:
    from tapelint.source import tree


@dataclass(frozen=True, kw_only=True)
class WeightsOverwritten(Event):
    """Weights that were kept are used after the network that shares them was trained on.

    Attributes:
        taken: The weights.
        used_at: Where they are used.
    """

    visit: ClassVar[str] = "visit_weights_overwritten"
    what: ClassVar[str] = "weights are kept, and trained on"
    taken: Taken
    used_at: tree.Node
