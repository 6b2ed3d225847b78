"""The base of all values, and what is imported or built in."""

from __future__ import annotations

from dataclasses import field

from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.powers import SigmaPower

# Nobody changes a value. They are not declared `frozen`: mypy then copies the fields of the base
# into each class, and compiled code would show them to Python's garbage collector twice.


@dataclass(unsafe_hash=True)
class Value:
    """The base of all values.

    Attributes:
        power: The value's power of sigma, where it is known.
    """

    power: SigmaPower | None = field(default=None, kw_only=True)


@dataclass(unsafe_hash=True)
class Symbol(Value):
    """Something imported or built in, by its canonical dotted name: ``torch.nn.functional``."""

    name: str = ""
