"""Attributes that nothing in sight puts on an object: the facts of the whole class tell them."""

from __future__ import annotations

import pytest

from tapelint import Settings, lint_project
from tapelint.findings import Finding

HEAD = "import torch\nfrom torch import nn\n\n\n"
STEPS = """\
    def epoch(self, batches):
        for x in batches:
            loss = self.net(x).mean()
            loss.backward()
            self.optimizer.step()
            self.optimizer.zero_grad()
            nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)

    def forget(self):
        self.optimizer.zero_grad()
        self.net.train()
"""
MAKING = """\
    def __init__(self):
        self.net = nn.Linear(4, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters())

"""
FORGETFUL = "\n    def epoch(self, batches):", "\n    def other(self, batches):"


def found(**files: str) -> list[Finding]:
    texts = {f"{name}.py": text for name, text in files.items()}
    findings = lint_project(texts, settings=Settings(select=("TAP702",))).findings
    return [each for each in findings if each.path == "trainer.py"]


@pytest.mark.parametrize(
    "head",
    [
        "class Trainer:\n",
        "from framework import Base\n\n\nclass Trainer(Base):\n",
        "from base import Base\n\n\nclass Trainer(Base):\n",
        "class Trainer:\n    def __init__(self, rate):\n        self.rate = rate\n\n",
        "class Trainer:\n    limit = 3\n\n",
        "class Trainer(nn.Module):\n",
    ],
)
def test_what_nobody_makes_is_what_it_is_used_as(head: str) -> None:
    (finding,) = found(
        trainer=f"{HEAD}{head}{STEPS}", base="class Base:\n    def log(self):\n        pass\n"
    )
    assert finding.code == "TAP702"
    assert finding.confidence.value != "certain"


def test_bases_and_what_derives_are_one_subject_with_it() -> None:
    first, second = STEPS.split("\n\n")
    base = f"class Base:\n{second}\n\n"
    assert found(trainer=f"{HEAD}{base}class Trainer(Base):\n{first}\n")
    assert found(
        trainer=f"{HEAD}from base import Base\n\n\nclass Trainer(Base):\n{first}\n",
        base=f"{HEAD}{base}",
    )
    assert found(trainer=f"{HEAD}class Trainer:\n{first}\n\n\nclass Other(Trainer):\n{second}\n")


@pytest.mark.parametrize(
    "known",
    [
        "    net = None\n    optimizer = None\n\n",
        "    @property\n    def optimizer(self):\n        return make()\n\n",
        "    def __getattr__(self, name):\n        return make(name)\n\n",
        "    def __init__(self):\n        self.optimizer = make()\n\n",
        "    def setup(self):\n        self.net, self.optimizer = make()\n\n",
    ],
)
def test_what_is_known_otherwise_stays_what_it_is(known: str) -> None:
    assert found(trainer=f"{HEAD}class Trainer:\n{known}{STEPS}") == []


def test_what_a_constructor_makes_comes_first() -> None:
    kept = MAKING.replace("__init__(self)", "__init__(self, net)").replace("nn.Linear(4, 1)", "net")
    assert found(trainer=f"{HEAD}class Trainer:\n{MAKING}{STEPS}")[0].confidence.value == "certain"
    assert found(trainer=f"{HEAD}class Trainer:\n{kept}{STEPS}")
    made = MAKING.replace("torch.optim.Adam", "make")
    assert found(trainer=f"{HEAD}class Trainer:\n{made}{STEPS}") == []


def test_evidence_for_two_roles_makes_neither() -> None:
    of_another = "self.optimizer.rsample(), self.optimizer.log_prob(1)"
    against = f"{STEPS}\n    def more(self):\n        return {of_another}\n"
    assert found(trainer=f"{HEAD}class Trainer:\n{STEPS}")
    assert found(trainer=f"{HEAD}class Trainer:\n{against}") == []
