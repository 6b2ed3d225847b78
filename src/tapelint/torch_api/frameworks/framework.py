"""What can be said of a training framework, and who says it: one module a framework."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Loss(NamedTuple):
    """How a method hands its loss to the framework that runs the backward.

    Attributes:
        backward: What runs it, as a message names it.
        key: The key under which a returned dict holds the loss; "" where it may be no dict.
        may_be_first: Whether the loss may be the first item of a tuple.
    """

    backward: str
    key: str = ""
    may_be_first: bool = False


@dataclass(frozen=True)
class Framework:
    """A training framework.

    Attributes:
        name: Its name.
        packages: The packages that it is imported from.
        classes: Classes of it, by their last names, from which users derive theirs.
        losses: The methods of such a class whose result it runs a backward of.
        losses_given: The parameters of its functions and classes that take a function with such
            a result: for each last name, the place, the keyword, and how the loss is handed over.
        left_to_user: Words of a class which say that the user runs the backward, or hands
            something else over.
        recorded: Methods that it calls while autograd records.
        unrecorded: Methods that it calls under ``no_grad`` or ``inference_mode``.
        makes_optimisers: The method that makes the optimisers.
        gives_optimisers: The method of the framework's own class that gives them back.
        backward_of: Words of variables which hold an object whose ``backward`` runs that of the
            tensor that it is given.
    """

    name: str
    packages: frozenset[str]
    classes: frozenset[str] = frozenset()
    losses: Mapping[str, Loss] = field(default_factory=dict)
    losses_given: Mapping[str, tuple[int | None, str, Loss]] = field(default_factory=dict)
    left_to_user: frozenset[str] = frozenset()
    recorded: frozenset[str] = frozenset()
    unrecorded: frozenset[str] = frozenset()
    makes_optimisers: str = ""
    gives_optimisers: str = ""
    backward_of: frozenset[str] = frozenset()

    def has(self, name: str) -> bool:
        """Whether a dotted name is that of one of the classes that users derive theirs from."""
        return name.rpartition(".")[2] in self.classes and name.partition(".")[0] in self.packages
