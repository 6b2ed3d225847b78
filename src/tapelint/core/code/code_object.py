"""The code of a function, a class's body, a lambda or a module: lowered once, run often."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tapelint.core.code.instruction import Block
from tapelint.core.code.scopes import Scoped
from tapelint.core.domain.values import Value


@dataclass(frozen=True)
class Signature:
    """The parameters of a function, by kind.

    Attributes:
        positional: Those that can be given by position.
        positional_only: How many of them, from the first, cannot be given by name.
        keyword_only: Those that can be given by name only.
        rest: The name of ``*rest``, or "".
        keywords: The name of ``**keywords``, or "".
    """

    positional: tuple[str, ...] = ()
    positional_only: int = 0
    keyword_only: tuple[str, ...] = ()
    rest: str = ""
    keywords: str = ""


@dataclass(eq=False)
class Code:
    """The code of one scope.

    Attributes:
        name: Its name, qualified by the scopes that it stands in.
        node: Where it stands.
        file: The file that it stands in, by the name that the project has for it.
        is_class: Whether it is a class's body: its names are attributes.
        shared: The names of the file that somebody rebinds from outside their scope.
        aliases: Names of the scope around it whose slots bear other names: of comprehensions.
        watched: The statements at which somebody looks at the machine.
        signature: Its parameters.
        template: What the slots of a new frame hold.
        names: The slot of each name.
        free: The slots that are filled from the scopes around it when it is called.
        body: What is run.
        stars: The slots that keep the files of which it imports all names.
        is_captured: Whether functions or classes are made in it, which may read its names later.
        is_generator: Whether it yields.
        is_lowered: Whether what follows ``aliases`` is there.
        size: How many instructions it has, once somebody has counted them, those of loops in
            loops for each round; those of functions that it makes are not its own.
    """

    name: str
    node: Scoped
    file: str = ""
    is_class: bool = False
    shared: frozenset[str] = frozenset()
    aliases: Mapping[str, int] = field(default_factory=dict)
    watched: frozenset[ast.AST] = frozenset()
    signature: Signature = Signature()
    template: list[Value] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    free: list[tuple[int, str]] = field(default_factory=list)
    body: Block = field(default_factory=list)
    stars: list[int] = field(default_factory=list)
    is_captured: bool = False
    is_generator: bool = False
    is_lowered: bool = False
    size: int = 0

    def __repr__(self) -> str:
        return f"<code of {self.name or 'the module'}>"

    @cached_property
    def nodes(self) -> frozenset[int]:
        """What stands for each node of it."""
        return frozenset(map(id, ast.walk(self.node)))

    @property
    def is_blank(self) -> bool:
        """Whether a function has no body but ``...``: somebody else fills it."""
        if not isinstance(self.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return False
        last = self.node.body[-1]
        if not isinstance(last, ast.Expr) or getattr(last.value, "value", None) is not ...:
            return False
        is_said = ast.get_docstring(self.node, clean=False) is not None
        return len(self.node.body) == 1 + is_said

    @property
    def is_abstract(self) -> bool:
        """Whether a method is declared abstract: a derived class has another one."""
        decorators = getattr(self.node, "decorator_list", ())
        names = (getattr(each, "attr", getattr(each, "id", "")) for each in decorators)
        return _ABSTRACT in names


_ABSTRACT = "abstractmethod"
