"""tapelint and torch must agree on random training programs; and torch's word can be relied on.

More programs than here: ``python -m tests.fuzz --series trainings --programs 2000``.
"""

from __future__ import annotations

from collections import Counter

import pytest
import torch

from .comparison import compare, lint
from .training_truth import TRAINING_CODES, truth_of_training
from .trainings import numbered_training
from .truth import Discarded, Pitfall, Truth

HEAD = "import torch\nfrom torch import nn\n"
NET = "net = nn.Linear(4, 1)\n"
SGD = "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
ROUNDS = "for x in torch.randn({}, 8, 4):\n    loss = net(x).pow(2).mean()\n"
CLEAR, BACKWARD = "    optimizer.zero_grad()\n", "    loss.backward()\n"
STEP = "    optimizer.step()\n"


@pytest.fixture(scope="module")
def judged() -> list[tuple[str, Truth | None]]:
    """Programs of a fixed series, each with what torch says of it."""
    found: list[tuple[str, Truth | None]] = []
    for number in range(120):
        source = numbered_training(7, number)
        try:
            found.append((source, truth_of_training(source)))
        except Discarded:
            found.append((source, None))
    return found


def test_tapelint_and_torch_agree_on_trainings(judged: list[tuple[str, Truth | None]]) -> None:
    different = [
        (source, [str(each) for each in disagreements])
        for source, truth in judged
        if truth is not None
        and (
            disagreements := compare(
                truth, lint(source, TRAINING_CODES), TRAINING_CODES
            ).disagreements
        )
    ]
    assert [f"{found}\n{source}" for source, found in different] == []


def test_each_pitfall_and_programs_without_any_are_written(
    judged: list[tuple[str, Truth | None]],
) -> None:
    truths = [truth for _, truth in judged if truth is not None]
    assert len(truths) > 0.93 * len(judged)
    counts = Counter(code for truth in truths for code in {each.code for each in truth.pitfalls})
    assert {code: counts[code] for code in TRAINING_CODES if counts[code] < 3} == {}
    assert 0.3 < sum(not truth.pitfalls for truth in truths) / len(truths) < 0.6


def test_the_same_numbers_give_the_same_program() -> None:
    assert numbered_training(7, 3) == numbered_training(7, 3) != numbered_training(8, 3)


HAND_WRITTEN = {
    "never cleared": (NET + SGD + ROUNDS.format(3) + BACKWARD + STEP, [(8, "TAP701")]),
    "cleared": (NET + SGD + ROUNDS.format(3) + CLEAR + BACKWARD + STEP, []),
    "cleared between backward and step": (
        NET + SGD + ROUNDS.format(3) + BACKWARD + CLEAR + STEP,
        [(9, "TAP701")],
    ),
    "added up over two rounds": (
        NET + SGD + ROUNDS.format(4).replace("for x in", "for i, x in enumerate(").replace(
            ":\n", "):\n", 1) + BACKWARD
        + "    if i % 2:\n        optimizer.step()\n        optimizer.zero_grad()\n",
        [],
    ),
    "added up over two rounds, and cleared in each": (
        NET + SGD + ROUNDS.format(4).replace("for x in", "for i, x in enumerate(").replace(
            ":\n", "):\n", 1) + CLEAR + BACKWARD + "    if i % 2:\n        optimizer.step()\n",
        [(10, "TAP701")],
    ),
    "clipped after the step": (
        NET + SGD + ROUNDS.format(3) + CLEAR + BACKWARD + STEP
        + "    nn.utils.clip_grad_norm_(net.parameters(), 1e-3)\n",
        [(10, "TAP702")],
    ),
    "clipped before it": (
        NET + SGD + ROUNDS.format(3) + CLEAR + BACKWARD
        + "    nn.utils.clip_grad_norm_(net.parameters(), 1e-3)\n" + STEP,
        [],
    ),
    "an iterator is used up in the second round": (
        NET + SGD + "own = net.parameters()\n" + ROUNDS.format(3) + CLEAR + BACKWARD
        + "    nn.utils.clip_grad_norm_(own, 1e-3)\n" + STEP,
        [(10, "TAP702")],
    ),
    "a momentum is lost": (
        NET + ROUNDS.format(3) + "    "
        + SGD.replace("lr=0.1", "lr=0.1, momentum=0.9")
        + CLEAR + BACKWARD + STEP,
        [(6, "TAP703")],
    ),
    "there is none to lose": (
        NET + ROUNDS.format(3) + "    " + SGD + CLEAR + BACKWARD + STEP, []
    ),
    "another network's parameters": (
        NET + SGD.replace("net.", "nn.Linear(4, 1).") + ROUNDS.format(3) + CLEAR + BACKWARD + STEP,
        [(4, "TAP703")],
    ),
    "an iterator that is used up": (
        NET + "own = net.parameters()\nprint(len(list(own)))\n"
        "optimizer = torch.optim.SGD(own, lr=0.1)\n",
        [(6, "TAP703")],
    ),
    "frozen in vain": (
        NET + "net.requires_grad = False\n" + SGD + ROUNDS.format(3) + CLEAR + BACKWARD + STEP,
        [(4, "TAP603")],
    ),
    "frozen already": (
        NET + "net.bias.requires_grad_(False)\nnet.bias.requires_grad = False\n" + SGD
        + ROUNDS.format(3) + CLEAR + BACKWARD + STEP,
        [],
    ),
    "the graph of each round is kept": (
        NET + SGD + "total = 0.0\n" + ROUNDS.format(30) + CLEAR + BACKWARD + STEP
        + "    total += loss\n",
        [(11, "TAP502")],
    ),
    "of few rounds": (
        NET + SGD + "total = 0.0\n" + ROUNDS.format(5) + CLEAR + BACKWARD + STEP
        + "    total += loss\n",
        [],
    ),
    "numbers are kept": (
        NET + SGD + "total = 0.0\n" + ROUNDS.format(30) + CLEAR + BACKWARD + STEP
        + "    total += loss.item()\n",
        [],
    ),
    "a backward starts at the sum": (
        NET + SGD + "total = 0.0\n" + ROUNDS.format(30) + "    total += loss\n"
        "optimizer.zero_grad()\ntotal.backward()\noptimizer.step()\n",
        [],
    ),
    "layers in a list": (
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.a = nn.Linear(4, 4)\n        self.layers = [nn.Linear(4, 1)]\n\n"
        "    def forward(self, x):\n        return self.layers[0](self.a(x))\n\n\nnet = Net()\n"
        + SGD + ROUNDS.format(3) + CLEAR + BACKWARD + STEP,
        [(7, "TAP601")],
    ),
    "the other loss is left over": (
        "g, d = nn.Linear(4, 4), nn.Linear(4, 1)\n"
        "g_opt = torch.optim.SGD(g.parameters(), lr=0.1)\n"
        "d_opt = torch.optim.SGD(d.parameters(), lr=0.1)\n"
        "for x in torch.randn(3, 8, 4):\n    d_opt.zero_grad()\n    d(g(x)).mean().backward()\n"
        "    d_opt.step()\n    (1 - d(g(x))).pow(2).mean().backward()\n    g_opt.step()\n"
        "    g_opt.zero_grad()\n",
        [(11, "TAP704")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HAND_WRITTEN)
def test_truth_of_a_training(name: str) -> None:
    body, expected = HAND_WRITTEN[name]
    truth = truth_of_training(HEAD + body)
    assert sorted((each.line, each.code) for each in truth.pitfalls) == expected


def test_what_comes_behind_a_refused_optimiser_is_not_judged() -> None:
    truth = truth_of_training(HEAD + HAND_WRITTEN["an iterator that is used up"][0])
    assert Pitfall(5, "TAP701") in truth.debatable


def test_a_program_that_fails_by_itself_is_discarded() -> None:
    with pytest.raises(Discarded, match="shape"):
        truth_of_training(HEAD + NET + "net(torch.ones(3))\n")
    with pytest.raises(Discarded, match="SyntaxError"):
        truth_of_training("for")


def test_torch_is_left_as_it_was() -> None:
    before = torch.Tensor.backward, torch.optim.Optimizer.__init__, nn_parts()
    truth_of_training(HEAD + HAND_WRITTEN["cleared"][0])
    assert (torch.Tensor.backward, torch.optim.Optimizer.__init__, nn_parts()) == before


def nn_parts() -> tuple[object, ...]:
    """What the observer replaces of ``torch.nn``."""
    return torch.nn.Module.__setattr__, torch.nn.utils.clip_grad_norm_


def test_a_linter_that_says_nothing_or_everything_is_noticed() -> None:
    truth = truth_of_training(HEAD + HAND_WRITTEN["never cleared"][0])
    assert [str(each) for each in compare(truth, [], TRAINING_CODES).disagreements] == [
        "missed: TAP701 at line 8"
    ]
    source = HEAD + HAND_WRITTEN["cleared"][0]
    wrong = lint(HEAD + HAND_WRITTEN["never cleared"][0], TRAINING_CODES)
    found = compare(truth_of_training(source), wrong, TRAINING_CODES).disagreements
    assert [each.direction for each in found] == ["false alarm"]
