"""Functions are drawn by a seed; each mistake is planted, and the file can be read after it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .cases import plant, read_cases
from .mistakes import MISTAKES, Place, Reading
from .texts import Text

ROOT = Path(__file__).parents[2]
TRAINING = """\
import copy
import torch
import torch.nn.functional as F
from torch import nn, optim

criterion = nn.CrossEntropyLoss()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.Linear(3, 3)])

    def forward(self, x):
        x = self.head(x)
        x = x.float()
        y = torch.sigmoid(x)
        return y


def train(model, batches, policy, target):
    optimizer = optim.Adam(model.parameters())
    for p in target.parameters():
        p.requires_grad = False
    total = 0
    for x, y in batches:
        optimizer.zero_grad()
        a = criterion(model(x), y)
        normal = policy(x)
        action = normal.rsample()
        b = normal.log_prob(action).mean()
        with torch.no_grad():
            wanted = target(x) + model(x)
        c = F.mse_loss(model(x), wanted)
        loss = a + b
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
    best = copy.deepcopy(model.state_dict())
    return best


def again(loss, optimizer):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
ONE_BACKWARD = "def train(loss):\n    loss.backward()\n"


def places(mistake: Callable[[Reading], Iterator[Place]], content: str) -> list[Place]:
    """All places of a mistake in a file."""
    module = ast.parse(content)
    found = []
    for node in ast.walk(module):
        for each in getattr(node, "body", []) if not isinstance(node, ast.IfExp) else []:
            if isinstance(each, ast.FunctionDef):
                owner = node if isinstance(node, ast.ClassDef) else None
                found.extend(mistake(Reading(each, module, owner)))
    return found


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
def test_a_mistake_is_planted_and_the_file_can_be_read(
    mistake: Callable[[Reading], Iterator[Place]], tmp_path: Path
) -> None:
    only_one = mistake.__name__ == "kept_by_reflex"
    content = ONE_BACKWARD if only_one else TRAINING
    if mistake.__name__ == "nothing_cleared":
        content = TRAINING[: TRAINING.index("def again")]
    found = places(mistake, content)
    assert found
    for place in found:
        case = {"rule": place.rule, "repository": "a/b", "commit": "0", "path": "x.py", "blob": "0"}
        cases = tmp_path / "cases.jsonl"
        cases.write_text(json.dumps({**case, "plant": place.plant, "expect": place.expect}))
        planting = plant(read_cases(cases)[0], Text(content))
        assert ast.dump(ast.parse(planting.planted.content)) != ast.dump(ast.parse(content))
        assert planting.expected


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
def test_what_trains_nothing_has_no_place(mistake: Callable[[Reading], Iterator[Place]]) -> None:
    assert not places(mistake, "import torch\n\n\ndef show(x):\n    print(x)\n    return x\n")


def test_a_seed_always_draws_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "a+one"
    folder.mkdir()
    (folder / "train.py").write_text(TRAINING, encoding="utf-8")
    git = ("git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b.c")
    for command in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "one")):
        subprocess.run((*git, *command), check=True)

    def drawn(seed: int) -> str:
        command = (sys.executable, "-m", "tests.planted.drawing", "--repositories", str(tmp_path))
        asked = ("--seed", str(seed), "--count", "2")
        run = subprocess.run((*command, *asked), cwd=ROOT, capture_output=True, check=True)
        return run.stdout.decode()

    first = drawn(1)
    cases = [json.loads(line) for line in first.splitlines()]
    assert len(cases) == 2
    assert {case["path"] for case in cases} == {"train.py"}
    assert drawn(1) == first
    assert len({drawn(seed) for seed in range(5)}) > 1


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("inplace_on_saved", "y = torch.sigmoid(x)", "y = torch.sigmoid(x.argmax(1))"),
        ("inplace_on_saved", "y = torch.sigmoid(x)", "y = torch.sigmoid(torch.ones(3))"),
        ("changed_through_data", "return y", "return x[0]"),
        ("changed_through_data", "return y", "for each in x: print(each)"),
        ("leaf_clipped", "total = 0", "model.requires_grad_(False)"),
        ("leaf_clipped", "total = 0", "for q in model.parameters(): q.requires_grad = False"),
        ("target_recorded", "target(x) + model(x)", "target(x)"),
        ("plain_list", "self.layers =", "self.head.requires_grad_(False); self.layers ="),
        (
            "sample_without_gradient",
            "action = normal.rsample()",
            "with torch.no_grad(): action = normal.rsample()",
        ),
        ("never_recorded", "loss = a + b", "loss = torch.enable_grad()(a + b)"),
    ],
)
def test_what_is_no_mistake_there_has_no_place(name: str, before: str, after: str) -> None:
    mistake = next(each for each in MISTAKES if each.__name__ == name)
    planted = places(mistake, TRAINING)
    assert before in TRAINING
    assert len(places(mistake, TRAINING.replace(before, after))) < len(planted)
