"""A rule that has seen nothing names what is not known, and a comment that is really enough."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest

from tapelint import Settings, lint_source
from tapelint.explaining.facts import Spot
from tapelint.explaining.why_silent import Inquiry
from tapelint.rules import find_rule
from tapelint.source.documents import read_document

HEAD = "import torch\nimport torch.nn.functional as F\n{imports}\n\n"
WAYS = {
    "argument": ("def update({names}, batch):\n", "", ""),
    "attribute": (
        "class Agent:\n    def __init__(self, {names}):\n        {kept}\n\n"
        "    def update(self, batch):\n",
        "    ",
        "self.",
    ),
    "import": ("def update(batch):\n", "", ""),
    "nowhere": ("def update(batch):\n", "", ""),
    "unset": ("class Agent:\n    def update(self, batch):\n", "    ", "self."),
}
"""How a network comes into a function: its head, what its body is indented by, and its owner."""
SAID = {
    "import": "(imported from `nets`)",
    "nowhere": "(nothing in the file makes it)",
    "unset": "(nothing in `Agent` sets it)",
}
MISTAKES = {
    "TAP408": (
        ("policy", "critic"),
        """    states, actions, returns = batch
    values = {critic}(states).squeeze(-1)
    advantage = returns - values
    dist = torch.distributions.Categorical(logits={policy}(states))
    loss = -(dist.log_prob(actions) * advantage).mean()  # here
    (loss + advantage.pow(2).mean()).backward()
""",
    ),
    "TAP302": (
        ("net",),
        """    for p in {net}.parameters():
        q = p
        q.data = q.data * 0.5 + batch  # here
""",
    ),
}


def programs() -> Iterator[tuple[str, str, str]]:
    """A way, a rule, and a program with its mistake at the line that says ``here``."""
    for (way, (head, indent, owner)), (code, (names, body)) in itertools.product(
        WAYS.items(), MISTAKES.items()
    ):
        imports = f"from nets import {', '.join(names)}" if way == "import" else ""
        kept = "; ".join(f"self.{each} = {each}" for each in names)
        spelled = {each: f"{owner}{each}" for each in names}
        text = "".join(f"{indent}{line}\n" for line in body.format(**spelled).splitlines())
        top = HEAD.format(imports=imports) + head.format(names=", ".join(names), kept=kept)
        yield way, code, top + text


def asked(text: str, code: str, *, tries: bool) -> tuple[str, ...]:
    """What a rule that has seen nothing names at the line; empty where it has seen something."""
    line = next(at for at, each in enumerate(text.splitlines(), 1) if "# here" in each)
    rule = find_rule(code)
    assert rule is not None
    inquiry = Inquiry(read_document(text, "a.py"), "a.py", Settings(), tries=tries)
    account = inquiry.account(Spot(line), [rule])
    assert account is not None
    (answer,) = account.answers
    return tuple(
        name for each in answer.silences if each.reason.id == "not-seen" for name in each.names
    )


@pytest.mark.parametrize(
    ("way", "code", "text"), [pytest.param(*each, id="-".join(each[:2])) for each in programs()]
)
def test_a_rule_that_has_seen_nothing_says_what_is_not_known(
    way: str, code: str, text: str
) -> None:
    for told in asked(text, code, tries=True):
        assert re.search(r"\b(is|are) not known; ", told), told
        comment = re.search(r"it reports this with `(# tapelint: [^`]+)` above `def (\w+)`", told)
        if comment is not None:
            where = re.escape(f"def {comment[2]}(")
            with_it = re.sub(rf"^( *)({where})", rf"\1{comment[1]}\n\1\2", text, flags=re.MULTILINE)
            assert code in {each.code for each in lint_source(with_it)}
        if way in SAID:
            assert SAID[way] in told


def test_a_comment_is_named_that_is_enough() -> None:
    found = {(way, code): asked(text, code, tries=True) for way, code, text in programs()}
    enough = {key for key, told in found.items() if "it reports this with" in "".join(told)}
    assert ("argument", "TAP408") in enough
    (told,) = found["argument", "TAP408"]
    assert "`# tapelint: role(policy)=module" in told


def test_where_nothing_is_tried_nothing_is_promised() -> None:
    for _, code, text in programs():
        assert "it reports this" not in "".join(asked(text, code, tries=False))


def test_where_all_is_known_nothing_is_named() -> None:
    assert asked("import torch\nx = torch.ones(3)  # here backward\n", "TAP501", tries=True) == ()
