"""``try`` statements that show an error on purpose, or fall back on what other types can do."""

from __future__ import annotations

from collections.abc import Iterator

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape.syntax import dotted_name, last_part, names_bound, variables_in

MOST_SHOWN = 2
"""How many statements a ``try`` has that shows an error rather than guards a program."""
_TELLING = frozenset(
    {
        "print", "pprint", "log", "debug", "info", "warning", "warn", "error", "exception",
        "critical", "write", "echo", "print_exc", "print_exception",
    }
)  # fmt: skip
"""Functions and methods that only tell people something."""
_OF_TYPES = frozenset({"TypeError", "AttributeError", "Exception", "BaseException"})
"""What is raised, among others, where something is of another type."""
OF_CALLS = frozenset(
    {
        "RuntimeError", "IndexError", "TypeError", "AttributeError", "ValueError",
        "AssertionError", "NotImplementedError", "Exception", "BaseException", "LookupError",
        "OutOfMemoryError", "AcceleratorError",
    }
)  # fmt: skip
"""What an operation on a tensor may raise, and what those errors are."""
_GOING_ON = (tree.Pass, tree.Break, tree.Continue, tree.Raise, tree.Assert)


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


def tries_out(node: tree.Try | tree.TryStar) -> bool:
    """Whether a ``try`` finds out whether something raises: nobody takes what its body computes."""
    caught = [handler.type for handler in node.handlers]
    is_caught = any(
        each is None or any(last_part(one) in OF_CALLS for one in walk(each)) for each in caught
    )
    return is_caught and all(map(_is_attempt, _within(node.body)))


def _within(statement: tree.Node | None) -> Iterator[tree.Node]:
    """The statements in a block, with those under its tests and contexts."""
    if isinstance(statement, (tree.If, tree.With, tree.Else)):
        yield from _within(statement.body)
        yield from _within(statement.orelse) if isinstance(statement, tree.If) else ()
    elif isinstance(statement, tree.BaseSuite):
        for each in _small_statements(statement):
            yield from _within(each)
    elif statement is not None:
        yield statement


def _is_attempt(statement: tree.Node) -> bool:
    """Whether a statement is nothing but an expression, or says how the attempt went."""
    if isinstance(statement, (tree.Expr, *_GOING_ON)):
        return True
    value = getattr(statement, "value", None)
    is_answer = isinstance(statement, (tree.Return, tree.Assign))
    return is_answer and not any(isinstance(each, tree.Call) for each in walk(value or statement))


def of_other_types(
    node: tree.Try | tree.TryStar, handler: tree.ExceptHandler | tree.ExceptStarHandler
) -> set[str]:
    """The variables that a handler uses in another way, since the body could not compute with them.

    ``y = torch.log(x)``, and ``y = np.log(x)`` where that fails: there ``x`` is no tensor.
    """
    if handler.type is not None and not _OF_TYPES & {
        last_part(each) for each in walk(handler.type)
    }:
        return set()
    if len(node.body.body) > MOST_SHOWN or _bound(node.body).isdisjoint(_bound(handler.body)):
        return set()
    return variables_in(node.body) & variables_in(handler.body) - _bound(node.body)


def _bound(body: tree.BaseSuite) -> set[str]:
    """The variables that the statements of a block assign."""
    return {
        name
        for each in _small_statements(body)
        if isinstance(each, tree.Assign)
        for target in each.targets
        for name in names_bound(target.target)
    }


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
