"""The class of the project that something is: the one that has all that code asks for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tapelint import Settings, lint_project
from tapelint.explaining.explain import explain
from tapelint.explaining.facts import Spot
from tapelint.source.documents import read_document

UNET = """\
from torch import nn


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Linear(4, 2)
        self.up = nn.Linear(2, 4)
        self.extra = [nn.Linear(4, 4)]

    def forward(self, x):
        return self.up(self.down(x))
"""
OTHER = UNET.replace("UNet", "Other").replace("up", "left")
AGENT = """\
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.actor = nn.Linear(4, 1)
        self.steps = torch.optim.Adam(self.actor.parameters())

    def score(self, x):
        return self.actor(x).mean()

    def learn(self, loss):
        self.steps.zero_grad()
        loss.backward()
        self.steps.step()
"""
TRAIN = """\
def train(model, batches):
    print(model.down, model.up)
    total = 0.0
    for x in batches:
        total += model(x).mean()
    model.zero_grad()
    print(total)
    model.train()
"""


def said(folder: Path, files: Mapping[str, str], line: int = 2) -> tuple[str, ...]:
    """What ``explain`` says of the roles in the first of some files."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text)
    path = folder / next(iter(files))
    document = read_document(path.read_text(), str(path))
    found = explain(document, str(path), Spot(line), Settings())
    assert found is not None
    return found.roles


def test_the_one_class_that_has_all_is_meant(tmp_path: Path) -> None:
    files = {"train.py": TRAIN, "unet.py": UNET, "other.py": OTHER}
    assert said(tmp_path, files)[0] == (
        "`model` is the project's `UNet`: it alone has `down` and `up` (unet.py:4)"
    )


@pytest.mark.parametrize(
    "files",
    [
        {"pkg/train.py": f"from nets import UNet\n{TRAIN}", "nets.py": UNET},
        {"pkg/train.py": TRAIN, "pkg/nets.py": UNET},
        {
            "train.py": TRAIN,
            "nets/__init__.py": "from nets.unet import UNet\n",
            "nets/unet.py": UNET,
            "program.py": "from nets import UNet\nfrom train import train\n\ntrain(UNet(), [])\n",
        },
    ],
    ids=["imported", "beside", "imported by who imports"],
)
def test_where_it_may_stand(files: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "setup.py").touch()
    assert "`UNet`" in said(tmp_path, files, 3)[0]


def test_two_are_alternatives_and_three_are_nobody(tmp_path: Path) -> None:
    files = {"train.py": TRAIN, "a.py": UNET, "b.py": UNET.replace("UNet", "Other")}
    assert said(tmp_path, files)[0] == (
        "`model` is the project's `UNet` or `Other`: "
        "they alone have `down` and `up` (a.py:4, b.py:4)"
    )
    files["c.py"] = UNET.replace("UNet", "Third")
    assert "project" not in said(tmp_path, files)[0]


def test_what_derives_from_it_is_it(tmp_path: Path) -> None:
    derived = "from unet import UNet\n\n\nclass Small(UNet):\n    pass\n"
    files = {"train.py": TRAIN, "unet.py": UNET, "small.py": derived, "tiny.py": derived}
    assert "`UNet`: it alone" in said(tmp_path, files)[0]
    bases = "from base import Base\n" + UNET.replace("nn.Module", "Base").replace(
        "        self.up = nn.Linear(2, 4)\n", ""
    )
    base = "from torch import nn\n\n\nclass Base(nn.Module):\n    up = None\n"
    files = {"train.py": TRAIN, "unet.py": bases, "base.py": base}
    (tmp_path / "more").mkdir()
    assert "`UNet`: it alone" in said(tmp_path / "more", files)[0]


CALLS = """\
from {0} import UNet
from train import train


def main():
    model = UNet().to("cpu")
    train(model, [])


main()
"""


def test_what_a_call_gives_comes_before_uses(tmp_path: Path) -> None:
    three = {f"{name}.py": UNET for name in "abc"}
    files = {"train.py": TRAIN, **three, "program.py": CALLS.format("b")}
    assert said(tmp_path, files)[0] == (
        "`model` is the project's `UNet`: program.py:7 passes it (b.py:4)"
    )
    files["more.py"] = CALLS.format("c").replace('model = UNet().to("cpu")', "model = UNet()")
    assert said(tmp_path, files)[0] == (
        "`model` is the project's `UNet` or `UNet`: "
        "more.py:7 passes it and program.py:7 passes it (c.py:4, b.py:4)"
    )
    files["more.py"] = CALLS.format("c").replace("UNet().to", "make().to")
    assert "project" not in said(tmp_path, files)[0]


ROUNDS = """\
import torch


def run(agent, batches):
    total = 0.0
    for x in batches:
        loss = agent.score(x)
        agent.learn(loss)
        total += loss
    return float(total)
"""
KEPT = """\
import torch


class Runner:
    def __init__(self, agent):
        self.agent = agent

    def run(self, batches):
        total = 0.0
        for x in batches:
            loss = self.agent.score(x)
            self.agent.learn(loss)
            total += loss
        return float(total)
"""


@pytest.mark.parametrize("program", [ROUNDS, KEPT], ids=["function", "constructor"])
def test_it_need_not_be_a_network(program: str) -> None:
    settings = Settings(select=("TAP502",))

    def found(**files: str) -> list[str]:
        texts = {f"{name}.py": text for name, text in files.items()}
        findings = lint_project(texts, settings=settings).findings
        assert all(each.confidence.value != "certain" for each in findings)
        return [each.code for each in findings]

    assert found(program=program, agents=AGENT) == ["TAP502"]
    assert found(program=program) == []
    assert found(program=program, agents=AGENT.replace(".mean()", ".mean().item()")) == []
    assert found(program=program, agents=AGENT.replace("def learn", "def teach")) == []


SUMMING = """\
import torch


def train(model, batches):
    print(model.down, model.up)
    optimizer = torch.optim.Adam(model.parameters())
    total = 0.0
    for x in batches:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
        total += model(x).mean()
    return float(total)
"""


def test_two_networks_are_alternatives() -> None:
    settings = Settings(select=("TAP502",))
    other = UNET.replace("UNet", "Other")
    one = {"program.py": SUMMING, "a.py": UNET}
    assert len(lint_project(one, settings=settings).findings) == 1
    both = {**one, "b.py": other}
    assert len(lint_project(both, settings=settings).findings) == 1
    data = {"program.py": SUMMING, "a.py": UNET.replace("(x))", "(x)).detach()")}
    assert not lint_project(data, settings=settings).findings
