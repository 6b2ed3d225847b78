"""Calls of torch that are given what stands behind a ``*`` or ``**``.

Each call of `spelled.json` is written with stars.  It means the same, so torch has said already
what becomes of it; `exact` ways show all that is given.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import NamedTuple

from .writing import Case

HEADER = """\
from elsewhere import given, named


def passed(function, *arguments, **options):
    return function(*arguments, **options)


"""
OUTSIDE = """\
def given(*arguments):
    return arguments


def named(**options):
    return options
"""
"""What `elsewhere` holds, when torch runs a program."""


class Way(NamedTuple):
    """How a call is written with stars.

    Attributes:
        write: Gives the call, of a function and its arguments; ``None`` where it does not fit.
        is_exact: Whether all that the call is given can be seen.
    """

    write: Callable[[str, list[str], list[str]], str | None]
    is_exact: bool = False


def _all(function: str, given: list[str], named: list[str]) -> str | None:
    return f"{function}({_joined([f'*given({_joined(given)})'], named)})" if given else None


def _rest(function: str, given: list[str], named: list[str]) -> str | None:
    rest = f"*given({_joined(given[1:])})"
    return f"{function}({_joined(given[:1], [rest], named)})" if len(given) > 1 else None


def _each(function: str, given: list[str], named: list[str]) -> str | None:
    star = f"*[each for each in given({_joined(given)})]"
    return f"{function}({_joined([star], named)})" if given else None


def _named(function: str, given: list[str], named: list[str]) -> str | None:
    return f"{function}({_joined(given, [f'**named({_joined(named)})'])})" if named else None


def _passed(function: str, given: list[str], named: list[str]) -> str | None:
    return f"passed({_joined([function], given, named)})"


def _both(function: str, given: list[str], named: list[str]) -> str | None:
    stars = [f"*given({_joined(given)})", f"**named({_joined(named)})"]
    return f"{function}({_joined(stars)})"


def _tuple(function: str, given: list[str], named: list[str]) -> str | None:
    several = f"*(several := ({''.join(f'{each}, ' for each in given)}))"
    return f"{function}({_joined([several], named)})" if given else None


def _dictionary(function: str, given: list[str], named: list[str]) -> str | None:
    options = f"**(options := dict({_joined(named)}))"
    return f"{function}({_joined(given, [options])})" if named else None


def _joined(*several: list[str]) -> str:
    return ", ".join(each for some in several for each in some)


WAYS = {
    "all": Way(_all),
    "rest": Way(_rest),
    "each": Way(_each),
    "named": Way(_named),
    "both": Way(_both),
    "passed": Way(_passed, is_exact=True),
    "tuple": Way(_tuple, is_exact=True),
    "dictionary": Way(_dictionary, is_exact=True),
}


def starred(case: Case, way: Way) -> Case | None:
    """The case with stars; ``None`` where what it is given leaves no place for them."""
    node = ast.parse(case.call, mode="eval").body
    if not isinstance(node, ast.Call):
        return None
    written = way.write(
        ast.unparse(node.func),
        [ast.unparse(each) for each in node.args],
        [ast.unparse(each) for each in node.keywords],
    )
    return case._replace(call=written) if written is not None else None
