"""``try`` statements that show an error on purpose, told apart from those that guard a program."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.syntax import dotted_name, last_part

MOST_SHOWN = 2
"""How many statements a ``try`` has that shows an error rather than guards a program."""
_TELLING = frozenset(
    {
        "print", "pprint", "log", "debug", "info", "warning", "warn", "error", "exception",
        "critical", "write", "echo", "print_exc", "print_exception",
    }
)  # fmt: skip
"""Functions and methods that only tell people something."""


def shows_error(node: tree.Try | tree.TryStar) -> bool:
    """Whether a ``try`` of a statement or two shows what torch refuses.

    Its handler then does nothing but tell of the error. One that looks into the error, cleans up
    or goes on with something else guards a program that is meant to run.
    """
    if len(node.body.body) > MOST_SHOWN:
        return False
    return any(
        handler.type is not None
        and dotted_name(handler.type) == "RuntimeError"
        and all(map(_tells, _small_statements(handler.body)))
        for handler in node.handlers
    )


def _small_statements(body: tree.BaseSuite) -> list[tree.Node]:
    """The statements of a block, those of one line each by itself."""
    found: list[tree.Node] = []
    for each in body.body:
        if isinstance(each, tree.SimpleStatementLine):
            found.extend(each.body)
        else:
            found.append(each)
    return found


def _tells(statement: tree.Node) -> bool:
    """Whether a statement is ``pass``, an ``assert``, a text, or a call that shows or logs."""
    if isinstance(statement, (tree.Pass, tree.Assert)):
        return True
    if not isinstance(statement, tree.Expr):
        return False
    value = statement.value
    if isinstance(value, tree.Call):
        name = last_part(value.func)
        return name in _TELLING or name.startswith("assert")
    return isinstance(value, (tree.BaseString, tree.Ellipsis))
