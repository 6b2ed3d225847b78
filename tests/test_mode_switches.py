"""The fix of TAP607: where `eval()` and `train()` are put, and where they are not."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from tapelint import Applicability, Settings, fix_source, lint_source

SETTINGS = Settings(select=("TAP607",), unsafe_fixes=True)
START = """\
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), nn.Dropout(), nn.BatchNorm1d(4))
head = nn.Sequential(nn.Dropout(), nn.Linear(4, 4))
nets = [net, head]
optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)
val_loader = torch.randn(2, 8, 4)
for epoch in range(2):
    optimizer.zero_grad()
    head(net(torch.randn(8, 4))).pow(2).mean().backward()
    optimizer.step()
"""


def program(code: str) -> str:
    """A program that trains two networks, and then does what is given."""
    return START + indent(dedent(code).removeprefix("\n"), "    ")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for x in val_loader:\n    print(net(x))\n",
            "net.eval()\nfor x in val_loader:\n    print(net(x))\nnet.train()\n",
        ),
        (
            "for x in val_loader: print(net(x))\n",
            "net.eval()\nfor x in val_loader: print(net(x))\nnet.train()\n",
        ),
        (
            "for x in val_loader:\n    print(net(x))",
            "net.eval()\nfor x in val_loader:\n    print(net(x))\nnet.train()",
        ),
        # several networks
        (
            "for x in val_loader:\n    y = net(x)\n    print(head(y), net(y))\n",
            "net.eval()\nhead.eval()\nfor x in val_loader:\n    y = net(x)\n"
            "    print(head(y), net(y))\nnet.train()\nhead.train()\n",
        ),
        # what leaves the inner loop alone
        (
            "for x in val_loader:\n    y = net(x)\n    for _ in y:\n        break\n"
            "    if y.mean() > 2:\n        break\n",
            "net.eval()\nfor x in val_loader:\n    y = net(x)\n    for _ in y:\n        break\n"
            "    if y.mean() > 2:\n        break\nnet.train()\n",
        ),
        # a single call
        (
            "y = net(val_loader[0]).mean()\n",
            "net.eval()\ny = net(val_loader[0]).mean()\nnet.train()\n",
        ),
        (
            "if epoch: y = net(val_loader[0])\n",
            "net.eval()\nif epoch: y = net(val_loader[0])\nnet.train()\n",
        ),
        (
            "y = net(\n    val_loader[0]  # one\n).mean()  # of all\n",
            "net.eval()\ny = net(\n    val_loader[0]  # one\n).mean()  # of all\nnet.train()\n",
        ),
        # a loop over networks
        (
            "for each in nets:\n    for x in val_loader:\n        print(each(x))\n",
            "for each in nets:\n    each.eval()\n    for x in val_loader:\n        print(each(x))\n"
            "    each.train()\n",
        ),
        # a comment behind the loop
        (
            "for x in val_loader:\n    print(net(x))  # why\n    # nothing more\n",
            "net.eval()\nfor x in val_loader:\n    print(net(x))  # why\nnet.train()\n"
            "    # nothing more\n",
        ),
    ],
)
def test_it_is_put_around_what_evaluates(before: str, after: str) -> None:
    result = fix_source(program(before), settings=SETTINGS)
    assert result.source == program(after)
    assert not result.remaining
    (fixed,) = {each.fix.applicability for each in result.fixed if each.fix is not None}
    assert fixed is Applicability.UNSAFE


def test_in_a_function_it_is_put_around_all_that_runs_the_network() -> None:
    code = """
    def validate(net, batches, flag):
        total = 0.0
        BEFORE
        for x in batches:
            for part in x:
                total += net(x).sum()
        total /= 2
        if flag:
            total += net(batches[0]).sum()
        BEHIND
        return total

    validate(net, val_loader, True)
    """
    result = fix_source(
        program(code.replace("        BEFORE\n", "").replace("        BEHIND\n", "")),
        settings=SETTINGS,
    )
    assert result.source == program(
        code.replace("BEFORE", "net.eval()").replace("BEHIND", "net.train()")
    )
    assert not result.remaining


@pytest.mark.parametrize(
    "code",
    [
        "for x in val_loader:\n    print(net(x))\nelse:\n    print('all')\n",
        "for x in val_loader:\n    print(net(x))\n    raise SystemExit\n",
        "try:\n    for x in val_loader:\n        print(net(x))\nexcept ValueError:\n    pass\n",
        "for x in val_loader:\n    print(nets[0](x))\n",
        "for x in val_loader:\n    print([each(x) for each in nets])\n",
        "for x in val_loader:\n    print((lambda it: net(it))(x))\n",
        "run = lambda it: net(it)\nfor x in val_loader:\n    print(run(x))\n",
    ],
)
def test_there_is_none_where_it_may_do_more(code: str) -> None:
    found = lint_source(program(code), settings=SETTINGS)
    assert all(each.fix is None for each in found)


@pytest.mark.parametrize(("line", "has_fix"), [("pass", True), ("model.frozen.eval()", False)])
def test_there_is_none_if_train_would_also_switch_a_part_that_did_not_train(
    line: str, has_fix: bool
) -> None:
    code = """
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.drop, self.frozen = nn.Dropout(), nn.BatchNorm1d(4)
            self.last = nn.Linear(4, 4)

        def forward(self, x, is_whole=True):
            return self.last(self.drop(self.frozen(x) if is_whole else x))

    model = Net()
    LINE
    for _ in range(2):
        model(torch.randn(8, 4)).mean().backward()
    for x in val_loader:
        print(model(x, False))
    """
    (found,) = lint_source(program(code.replace("LINE", line)), settings=SETTINGS)
    assert (found.fix is not None) == has_fix
