"""Roles that a comment gives by hand: ``# tapelint: role(model)=module``."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tapelint.project.roles.facts import Definition
from tapelint.project.roles.role import Basis, Evidence, Kind, Role
from tapelint.source.role_comments import UNKNOWN, role_comments

_KINDS = {**{kind.id: kind for kind in Kind}, UNKNOWN: Kind.ANYTHING}


def said_by_hand(function: Definition, text: str) -> Mapping[str, Role]:
    """The roles that comments give the parameters of a function, by their names.

    Args:
        function: The function.
        text: The text that it stands in.
    """
    comments = role_comments(text)
    if not comments:
        return {}
    first = min([function.lineno, *(each.lineno for each in function.decorator_list)])
    inner = [each for each in ast.walk(function) if isinstance(each, Definition)][1:]
    return {
        each.name: Role(
            _KINDS[each.role], (Evidence(Basis.COMMENT, each.line, "a comment says so"),)
        )
        for each in comments
        if first <= each.line <= (function.end_lineno or first)
        and not any(_takes(one, each.name) and _is_in(each.line, one) for one in inner)
    }


def _takes(function: Definition, name: str) -> bool:
    given = function.args
    return any(each.arg == name for each in (*given.posonlyargs, *given.args, *given.kwonlyargs))


def _is_in(line: int, function: Definition) -> bool:
    return function.lineno <= line <= (function.end_lineno or function.lineno)
