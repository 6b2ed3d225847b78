"""Roles that a comment gives: every role, at every place where the comment may stand."""

from __future__ import annotations

import ast

import pytest

from tapelint import lint_source
from tapelint.findings import Confidence
from tapelint.project.roles.inference import FunctionRoles
from tapelint.project.roles.role import Basis, Kind, Role
from tapelint.source.role_comments import ROLES, UNKNOWN

PLACES = {
    "above": "{comment}\n@decorated\ndef work(it):\n    use(it)\n    return it\n",
    "on the decorator": "@decorated  {comment}\ndef work(it):\n    use(it)\n    return it\n",
    "behind": "@decorated\ndef work(it):  {comment}\n    use(it)\n    return it\n",
    "between": "def work(\n    it,  {comment}\n):\n    use(it)\n    return it\n",
    "in the body": "def work(it):\n    {comment}\n    use(it)\n    return it\n",
    "at the end": "def work(it):\n    use(it)\n    return it  {comment}\n",
    "of a method": "class A:\n    {comment}\n    def work(self, it):\n        return it\n",
}
ELSEWHERE = {
    "of another function": "{comment}\ndef other(it): pass\n\n\ndef work(it):\n    return it\n",
    "of a function in it": "def work(it):\n    def inner(it):  {comment}\n        pass\n    it\n",
    "in a text": "def work(it):\n    '''{comment}'''\n    return it\n",
    "of another argument": "def work(it, other):  {renamed}\n    return it\n",
}


def role(text: str) -> Role:
    """The role of ``it`` in the last function that takes it, but for those within."""
    module = ast.parse(text)
    classes = [each for each in module.body if isinstance(each, ast.ClassDef)]
    body = classes[0].body if classes else module.body
    function = [each for each in body if isinstance(each, ast.FunctionDef)][-1]
    owner = classes[0] if classes else None
    return FunctionRoles().of(function, owner, text).get("it", Role())


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("said", ROLES)
def test_a_comment_says_a_role(said: str, place: str) -> None:
    found = role(PLACES[place].format(comment=f"# tapelint: role(it)={said}"))
    if said == UNKNOWN:
        assert not found.is_known
    else:
        assert found.kind is next(kind for kind in Kind if kind.id == said)
        assert [each.basis for each in found.evidence] == [Basis.COMMENT]


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_comment_says_nothing_of_others(place: str) -> None:
    comment, renamed = "# tapelint: role(it)=module", "# tapelint: role(other)=module"
    assert not role(ELSEWHERE[place].format(comment=comment, renamed=renamed)).is_known


def test_there_is_a_role_for_each_kind() -> None:
    nameless = {Kind.NOTHING, Kind.ANYTHING}
    assert {kind.id for kind in Kind if kind not in nameless} | {UNKNOWN} == {*ROLES}


def test_it_outweighs_what_uses_say() -> None:
    text = "def work(it):  {}\n    Adam(it.parameters())\n"
    assert role(text.format("")).kind is Kind.MODULE
    assert role(text.format("# tapelint: role(it)=loss")).kind is Kind.LOSS
    assert not role(text.format("# tapelint: role(it)=unknown")).is_known


STEP_BETWEEN = """\
import torch

def work(thing, stepper, x):{comment}
    loss, other = thing(x).sum(), thing(x).sum()
    loss.backward()
    stepper.step()
    other.backward()
"""


def test_findings_follow_from_it_and_are_never_certain() -> None:
    silent = lint_source(STEP_BETWEEN.format(comment=""))
    said = "  # tapelint: role(thing)=module, role(stepper)=Optimizer"
    found = lint_source(STEP_BETWEEN.format(comment=said))
    assert not silent
    assert [(each.code, each.line) for each in found] == [("TAP204", 6)]
    assert found[0].confidence is not Confidence.CERTAIN


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("role(it)=module, role(x)=modle", "says no role: did you mean `module`?"),
        ("role(it)=zebra", "says no role: write one of module, optimiser"),
        ("role it", "says no role: write one of module, optimiser"),
        ("role(it)=module", ""),
        ("role(it)=OPTIMIZER - stepped by hand", ""),
    ],
)
def test_a_role_that_there_is_not_is_reported(comment: str, message: str) -> None:
    found = lint_source(f"import torch\n\n\ndef work(it, x):  # tapelint: {comment}\n    pass\n")
    assert [each.code for each in found] == (["TAP001"] if message else [])
    assert all(message in each.message for each in found)
