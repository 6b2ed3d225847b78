"""Each kind of planting on a small program of our own."""

from __future__ import annotations

from typing import Any

import pytest

from .changes import Planted
from .errors import PlantedError
from .kinds import KINDS, changes_of
from .texts import Text

PROGRAM = Text(
    """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([
            nn.Linear(4, 4),
        ])
        self.last = nn.Linear(
            4, 2)

    def forward(self, x):
        x = nn.functional.dropout(x, 0.1, training=self.training)
        return self.last(x)


def train(net, target, batches, optimizer):
    total = 0  # été
    for x, y in batches:
        y = y.to("cpu")
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    with torch.no_grad():
        for p, q in zip(target.parameters(), net.parameters()):
            p.copy_(
                q)
    for p in target.parameters():
        p.requires_grad = False
    return total
"""
)
CHANGED: list[tuple[tuple[Any, ...], dict[int, list[str]]]] = [
    (("delete", 23), {23: []}),
    (("delete", 30), {30: ["            pass"], 31: []}),
    (("replace", 26, "pass"), {26: ["        pass"]}),
    (("insert", "before", 21, "best = 0"), {21: ["    best = 0", "    for x, y in batches:"]}),
    (("insert", "behind", 21, "best = 0"), {27: ["        total += loss.item()", "    best = 0"]}),
    (
        ("move", 26, "before", 25),
        {25: ["        optimizer.step()"], 26: ["        loss.backward()"]},
    ),
    (
        ("move", 23, "before", 28),
        {23: [], 28: ["    optimizer.zero_grad()", "    with torch.no_grad():"]},
    ),
    (
        ("unblock", 28),
        {
            28: [],
            29: ["    for p, q in zip(target.parameters(), net.parameters()):"],
            30: ["        p.copy_("],
            31: ["            q)"],
        },
    ),
    (("freeze-module", 32), {32: ["    target.requires_grad = False"], 33: []}),
    (("unassign", 22), {22: ['        y.to("cpu")']}),
    (("rebind", 30), {30: ["            p = (q)"], 31: []}),
    (("drop-call", 27, "item"), {27: ["        total += loss"]}),
    (("unwrap", 8, "ModuleList"), {8: ["        self.blocks = ["], 10: ["        ]"]}),
    (
        ("wrap", 24, "mse_loss", 0, "torch.sigmoid({})"),
        {24: ["        loss = nn.functional.mse_loss(torch.sigmoid(net(x)), y)"]},
    ),
    (
        ("drop-argument", 15, "dropout", "training"),
        {15: ["        x = nn.functional.dropout(x, 0.1)"]},
    ),
    (
        ("name-argument", 24, "mse_loss", 1, "target"),
        {24: ["        loss = nn.functional.mse_loss(net(x), target=y)"]},
    ),
    (
        ("replace-argument", 15, "dropout", 1, "0.9"),
        {15: ["        x = nn.functional.dropout(x, 0.9, training=self.training)"]},
    ),
    (("replace-value", 34, "0"), {34: ["    return 0"]}),
    (("replace-iterable", 32, "[]"), {32: ["    for p in []:"]}),
    (("rename", 33, "requires_grad", "require_grad"), {33: ["        p.require_grad = False"]}),
    (
        ("inline", 16, "last", 11),
        {16: ["        return nn.Linear(", "            4, 2)(x)"]},
    ),
]


@pytest.mark.parametrize(("step", "lines"), CHANGED, ids=lambda value: str(value)[:40])
def test_a_kind_changes_these_lines_and_no_others(
    step: tuple[Any, ...], lines: dict[int, list[str]]
) -> None:
    planted = Planted(PROGRAM, changes_of(PROGRAM, step[0], step[1:]))
    before = PROGRAM.content.splitlines()
    expected = [new for number, old in enumerate(before, 1) for new in lines.get(number, [old])]
    assert planted.content.splitlines() == expected
    compile(planted.content, "planted.py", "exec")


def test_each_kind_has_a_program() -> None:
    assert {step[0] for step, _ in CHANGED} == set(KINDS)


def test_lines_are_followed_through_the_changes() -> None:
    steps = [("move", 23, "behind", 26), ("insert", "before", 20, "best = 0"), ("unblock", 28)]
    changes = [change for step in steps for change in changes_of(PROGRAM, step[0], step[1:])]
    planted = Planted(PROGRAM, changes)
    now = planted.content.splitlines()
    before = PROGRAM.content.splitlines()
    for line in (1, 20, 21, 23, 24, 26, 27, 29, 34):
        assert now[planted.line(line) - 1].strip() == before[line - 1].strip()
    assert now[planted.line_of_change(changes[2]) - 1].strip() == "best = 0"


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (("melt", 3), "no kind of planting is called melt"),
        (("delete", 9), "no statement begins at line 9"),
        (("drop-call", 27, "detach"), "line 27 does not call detach"),
        (("rename", 27, "detach", "item"), "line 27 does not name detach"),
        (("drop-argument", 15, "dropout", "inplace"), "has no argument inplace"),
        (("drop-argument", 15, "dropout", 0), "has to stay"),
        (("unblock", 21), "begins no block"),
        (("insert", "beside", 21, "pass"), "goes behind or before"),
        (("unassign", 25), "line 25 assigns nothing"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(step: tuple[Any, ...], message: str) -> None:
    with pytest.raises(PlantedError, match=message):
        changes_of(PROGRAM, step[0], step[1:])


def test_two_changes_of_the_same_text_are_refused() -> None:
    with pytest.raises(PlantedError, match="two changes of the same text, at line 27"):
        Planted(
            PROGRAM,
            [
                *changes_of(PROGRAM, "delete", (27,)),
                *changes_of(PROGRAM, "drop-call", (27, "item")),
            ],
        )
