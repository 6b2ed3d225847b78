"""The kinds of planting: how a learner's mistake changes a file.

A kind is told lines and names, never text of the file: a case can be stored without a line of
somebody else's code. What a kind inserts is ours, made from names that stand in the file. Lines are
those of the file before any change.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from .changes import Change
from .errors import PlantedError
from .texts import Text

Kind = Callable[..., list[Change]]
BEHIND, BEFORE = "behind", "before"


# --- statements ---


def delete(text: Text, line: int) -> list[Change]:
    """Leave out the statement at a line."""
    statement = text.statement(line)
    start, end = text.whole_lines(statement)
    alone = len(text.block_of(statement)) == 1
    return [Change(start, end, f"{text.indentation(line)}pass\n" if alone else "")]


def replace(text: Text, line: int, content: str) -> list[Change]:
    """Write another statement instead of that at a line."""
    start, end = text.whole_lines(text.statement(line))
    return [Change(start, end, f"{text.indentation(line)}{content}\n")]


def insert(text: Text, where: str, line: int, content: str) -> list[Change]:
    """Write a statement behind or before that at a line."""
    at = _beside(text, where, line)
    return [Change(at, at, f"{text.indentation(line)}{content}\n")]


def move(text: Text, line: int, where: str, target: int) -> list[Change]:
    """Take the statement at a line behind or before that at another, with its indentation."""
    statement = text.statement(line)
    start, end = text.whole_lines(statement)
    old, new = text.indentation(line), text.indentation(target)
    lines = text.content[start:end].splitlines(keepends=True)
    content = "".join(new + each.removeprefix(old) if each.strip() else each for each in lines)
    at = _beside(text, where, target)
    moved_from = (statement.lineno, statement.end_lineno or statement.lineno)
    return [*delete(text, line), Change(at, at, content, moved_from)]


def unblock(text: Text, line: int) -> list[Change]:
    """Take the body of the `with` or `if` at a line out of it."""
    statement = text.statement(line)
    if not isinstance(statement, ast.With | ast.If) or getattr(statement, "orelse", []):
        raise PlantedError(f"line {line} begins no block that has one body")
    body = statement.body
    outer, inner = text.indentation(line), text.indentation(body[0].lineno)
    changes = [Change(text.start(line), text.start(body[0].lineno), "")]
    for number in range(body[0].lineno, (body[-1].end_lineno or 0) + 1):
        if text.lines[number - 1].startswith(inner):
            start = text.start(number)
            changes.append(Change(start + len(outer), start + len(inner), ""))
    return changes


def freeze_module(text: Text, line: int) -> list[Change]:
    """Write `m.requires_grad = False` instead of the loop at a line over its parameters."""
    loop = text.statement(line)
    if not isinstance(loop, ast.For) or not isinstance(loop.iter, ast.Call):
        raise PlantedError(f"line {line} begins no loop over parameters")
    function = loop.iter.func
    if not isinstance(function, ast.Attribute) or function.attr != "parameters":
        raise PlantedError(f"line {line} begins no loop over parameters")
    start, end = text.whole_lines(loop)
    owner = text.of(function.value)
    return [Change(start, end, f"{text.indentation(line)}{owner}.requires_grad = False\n")]


def unassign(text: Text, line: int) -> list[Change]:
    """Leave the value at a line, and forget the assignment."""
    statement = _assignment(text, line)
    return [Change(text.span(statement)[0], text.span(_value(statement))[0], "")]


def rebind(text: Text, line: int) -> list[Change]:
    """Bind a name anew instead of writing into what it names: `p.data.copy_(v)` to `p = v`."""
    statement = text.statement(line)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or len(call.args) != 1:
        raise PlantedError(f"line {line} is no call with one argument")
    owner = call.func
    while isinstance(owner, ast.Attribute):
        owner = owner.value
    return [
        Change(text.span(statement)[0], text.span(call.args[0])[0], f"{text.of(owner)} = ("),
    ]


# --- expressions ---


def drop_call(text: Text, line: int, name: str) -> list[Change]:
    """Leave out a method's call: `loss.item()` becomes `loss`."""
    call = _call(text, line, name)
    if not isinstance(call.func, ast.Attribute):
        raise PlantedError(f"{name} at line {line} is no method")
    return [Change(text.span(call.func.value)[1], text.span(call)[1], "")]


def unwrap(text: Text, line: int, name: str) -> list[Change]:
    """Leave a call's one argument: `nn.ModuleList(layers)` becomes `layers`."""
    call = _call(text, line, name)
    inner = _argument(call, 0)
    (start, end), (first, last) = text.span(call), text.span(inner)
    return [Change(start, first, ""), Change(last, end, "")]


def wrap(text: Text, line: int, name: str, which: int | str, around: str) -> list[Change]:
    """Write a call around an argument; `{}` in it stands for the argument."""
    start, end = text.span(_argument(_call(text, line, name), which))
    before, after = around.split("{}")
    return [Change(start, start, before), Change(end, end, after)]


def drop_argument(text: Text, line: int, name: str, which: int | str) -> list[Change]:
    """Leave out an argument that is not a call's first."""
    call = _call(text, line, name)
    dropped = _argument(call, which)
    places = sorted(text.span(each)[1] for each in (*call.args, *(k.value for k in call.keywords)))
    end = text.span(dropped)[1]
    index = places.index(end)
    if index == 0:
        raise PlantedError(f"the first argument of {name} at line {line} has to stay")
    return [Change(places[index - 1], end, "")]


def name_argument(text: Text, line: int, name: str, which: int, keyword: str) -> list[Change]:
    """Give an argument by another keyword: `Categorical(p)` becomes `Categorical(logits=p)`."""
    start = text.span(_argument(_call(text, line, name), which))[0]
    return [Change(start, start, f"{keyword}=")]


def replace_argument(
    text: Text, line: int, name: str, which: int | str, content: str
) -> list[Change]:
    """Give a call something else."""
    return [Change(*text.span(_argument(_call(text, line, name), which)), content)]


def replace_value(text: Text, line: int, content: str) -> list[Change]:
    """Assign or return something else at a line."""
    return [Change(*text.span(_value(_assignment(text, line))), content)]


def replace_iterable(text: Text, line: int, content: str) -> list[Change]:
    """Let the loop at a line go over something else."""
    loop = text.statement(line)
    if not isinstance(loop, ast.For):
        raise PlantedError(f"line {line} begins no loop")
    return [Change(*text.span(loop.iter), content)]


def rename(text: Text, line: int, old: str, new: str) -> list[Change]:
    """Write another name, where a name or an attribute is at a line."""
    changes = [
        Change(end - len(old), end, new)
        for node in (*text.nodes(ast.Name), *text.nodes(ast.Attribute))
        if _own_name(node) == old and node.end_lineno == line
        for end in [text.span(node)[1]]
    ]
    if not changes:
        raise PlantedError(f"line {line} does not name {old}")
    return changes


def inline(text: Text, line: int, name: str, source: int) -> list[Change]:
    """Write what another line assigns instead of its name: a layer, made where it is used."""
    value = text.of(_value(_assignment(text, source)))
    for node in (*text.nodes(ast.Attribute), *text.nodes(ast.Name)):
        if _own_name(node) == name and node.end_lineno == line:
            return [Change(*text.span(node), value)]
    raise PlantedError(f"line {line} does not use {name}")


KINDS: dict[str, Kind] = {
    kind.__name__.replace("_", "-"): kind
    for kind in (
        delete,
        replace,
        insert,
        move,
        unblock,
        freeze_module,
        unassign,
        rebind,
        drop_call,
        unwrap,
        wrap,
        drop_argument,
        name_argument,
        replace_argument,
        replace_value,
        replace_iterable,
        rename,
        inline,
    )
}
"""The kinds by the names that the cases give them."""


def changes_of(text: Text, kind: str, arguments: tuple[Any, ...]) -> list[Change]:
    """The changes that one kind makes.

    Raises:
        PlantedError: There is no such kind, or the text has nothing of that kind at that line.
    """
    if kind not in KINDS:
        raise PlantedError(f"no kind of planting is called {kind}")
    return KINDS[kind](text, *arguments)


def _beside(text: Text, where: str, line: int) -> int:
    if where not in (BEHIND, BEFORE):
        raise PlantedError(f"a statement goes {BEHIND} or {BEFORE} another, not {where}")
    start, end = text.whole_lines(text.statement(line))
    return end if where == BEHIND else start


def _assignment(text: Text, line: int) -> ast.Assign | ast.AugAssign | ast.Return:
    statement = text.statement(line)
    if isinstance(statement, ast.Assign | ast.AugAssign):
        return statement
    if isinstance(statement, ast.Return) and statement.value is not None:
        return statement
    raise PlantedError(f"line {line} assigns nothing")


def _value(statement: ast.Assign | ast.AugAssign | ast.Return) -> ast.expr:
    assert statement.value is not None
    return statement.value


def _call(text: Text, line: int, name: str) -> ast.Call:
    for call in text.nodes(ast.Call):
        if _own_name(call.func) == name and call.func.end_lineno == line:
            return call
    raise PlantedError(f"line {line} does not call {name}")


def _argument(call: ast.Call, which: int | str) -> ast.expr:
    named: Iterator[ast.expr]
    if isinstance(which, str):
        named = (keyword.value for keyword in call.keywords if keyword.arg == which)
    else:
        named = iter(call.args[which : which + 1])
    found = next(named, None)
    if found is None:
        raise PlantedError(f"the call at line {call.lineno} has no argument {which}")
    return found


def _own_name(node: ast.expr) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else None
