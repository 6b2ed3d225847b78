"""What a project says of its torch: other names for it, functions around it, and its version."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tapelint.torch_api import imports, names

_VALIDATES_SINCE = (1, 8)
"""From this version on distributions validate their arguments by default (pull request 48743)."""


@dataclass(frozen=True)
class Project:
    """What tapelint is told of the project that a file belongs to.

    Attributes:
        aliases: Modules that export what torch exports.
        wrappers: Functions and classes, and what of torch each of them behaves as.
        version: The oldest torch that the code runs with, such as ``"1.7"``; ``None`` for today's.
    """

    aliases: tuple[str, ...] = ()
    wrappers: Mapping[str, str] = field(default_factory=dict)
    version: str | None = None

    def canonical(self, name: str) -> str:
        """The one name that tapelint knows a thing by, be it of torch or of the project.

        A relative import is taken for an alias or a wrapper that ends as it does: the file's own
        package is not known.
        """
        if not self._known or name.startswith(("torch.", "pyro.")):
            return names.canonical(name)
        wanted = f".{name.lstrip('.')}" if name.startswith(".") else name
        for prefix in _beginnings(wanted):
            known = self._known.get(prefix)
            if known is not None:
                return names.canonical(known + wanted[len(prefix) :])
        return name

    def exported_by_star(self, module: str, name: str) -> str | None:
        """The canonical name of ``name`` after ``from module import *``, where it is known."""
        found = names.exported_by_star(module, name)
        if found is None and self.wrappers:
            full = f"{module}.{name}"
            canonical = self.canonical(full)
            found = canonical if canonical != full else None
        return found

    def meant_by(self, name: str) -> str | None:
        """What everybody means by a name that a text does not bind, or ``None``."""
        return imports.meant_by().get(name)

    @functools.cached_property
    def _known(self) -> dict[str, str]:
        """What each alias and wrapper stands for, also under the ends of its name."""
        known: dict[str, str] = {}
        for name, meant in (*((alias, "torch") for alias in self.aliases), *self.wrappers.items()):
            known[name] = meant
            parts = name.split(".")
            for start in range(len(parts)):
                known.setdefault("." + ".".join(parts[start:]), meant)
        return known

    @property
    def words(self) -> tuple[str, ...]:
        """Words of which a file holds one if it uses an alias or a wrapper."""
        return tuple(name.rsplit(".", 1)[-1] for name in (*self.aliases, *self.wrappers))

    @property
    def validates_by_default(self) -> bool:
        """Whether distributions check their arguments unless told otherwise."""
        if self.version is None:
            return True
        return tuple(int(part) for part in self.version.split(".")) >= _VALIDATES_SINCE


def _beginnings(name: str) -> Iterator[str]:
    """A dotted name, then what is left of it as its last parts are taken away."""
    while name:
        yield name
        name = name.rpartition(".")[0]
