"""Which versions of tapelint a project wants: specifiers as packages have them (PEP 440).

The package `packaging` knows all of PEP 440. tapelint does not depend on it: what is compared here
are its own versions, which have neither epochs nor post-releases nor local parts.
"""

from __future__ import annotations

import re

_VERSION = r"\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?"
_SEVERAL = r"\d+(?:\.\d+)+(?:(?:a|b|rc)\d+)?"
_CLAUSE = (
    rf"(?:(?:<=|>=|<|>|==|!=)? *{_VERSION}|~= *{_SEVERAL}|(?:==|!=) *\d+(?:\.\d+)*\.\*)"
)  # fmt: skip
FORM = re.compile(rf" *{_CLAUSE}(?: *, *{_CLAUSE})* *")
"""What a specifier looks like; a version alone wants that version."""
_PARTS = re.compile(r"(?P<release>\d+(?:\.\d+)*)(?:\.?(?P<kind>a|b|rc|dev)(?P<number>\d+))?")
_KINDS = {"dev": 0, "a": 1, "b": 2, "rc": 3, None: 4}
_Key = tuple[tuple[int, ...], int, int]


def fits(version: str, wanted: str) -> bool:
    """Whether a version is one of those that are wanted.

    Args:
        version: A version, such as ``0.2.0`` or ``0.3.0rc1``.
        wanted: A specifier of the form :data:`FORM`.
    """
    return all(_fits(version, each.strip()) for each in wanted.split(","))


def _fits(version: str, clause: str) -> bool:
    bare = clause.lstrip("<>=!~")
    operator, bare = clause[: len(clause) - len(bare)] or "==", bare.strip()
    if operator == "~=":
        prefix = re.sub(r"\.\d+(?:(?:a|b|rc)\d+)?$", ".*", bare)
        return _key(version) >= _key(bare) and _starts(version, prefix)
    if bare.endswith(".*"):
        return _starts(version, bare) == (operator == "==")
    have, want = _key(version), _key(bare)
    if operator == "<":  # what comes before 1.0 is no pre-release of it
        is_early = have[0] == want[0] and have[1] < _KINDS[None] == want[1]
        return have < want and not is_early
    return {
        "==": have == want,
        "!=": have != want,
        "<=": have <= want,
        ">=": have >= want,
        ">": have > want,
    }[operator]


def _key(version: str) -> _Key:
    """What versions are compared by."""
    parts = _PARTS.fullmatch(version)
    assert parts is not None, version
    release = [int(each) for each in parts["release"].split(".")]
    while release and release[-1] == 0:
        release.pop()
    return tuple(release), _KINDS[parts["kind"]], int(parts["number"] or 0)


def _starts(version: str, prefix: str) -> bool:
    """Whether a version is of a series such as ``1.2.*``."""
    wanted = [int(each) for each in prefix.removesuffix(".*").split(".")]
    release = (*_key(version)[0], *[0] * len(wanted))
    return list(release[: len(wanted)]) == wanted
