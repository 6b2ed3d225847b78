"""Roles of what is no parameter: names that nothing binds, and what unknown calls give."""

from __future__ import annotations

import ast
import itertools
import textwrap

import pytest
import torch
from torch import nn

from tapelint import Settings, lint_source
from tapelint.project.roles.role import Kind
from tapelint.project.roles.scopes import roles_of_results, roles_of_unbound, unbound_in
from tapelint.torch_api.imports import meant_by

LOOP = """
for x, y in loader:
    {first}
    loss = criterion({net}(x), y)
    {then}
"""
MADE = "{net} = build(config)\n{opt} = get_optimizer({net})\n"
NAMES = (("model", "optimizer"), ("net", "opt"), ("critic", "critic_optimizer"),
         ("judge", "opt_judge"), ("netD", "optimizerD"))  # fmt: skip
ORDERS = {
    "right": ("{opt}.zero_grad()", "loss.backward(); {opt}.step()"),
    "never cleared": ("pass", "loss.backward(); {opt}.step()"),
    "between": ("pass", "loss.backward(); {opt}.zero_grad(); {opt}.step()"),
    "behind": ("{opt}.zero_grad()", "{opt}.step(); loss.backward()"),
}


def program(net: str, opt: str, order: str, place: str) -> str:
    """A loop in some surroundings that do not tell what its names are."""
    first, then = (each.format(opt=opt) for each in ORDERS[order])
    loop = LOOP.format(first=first, then=then, net=net)
    made = MADE.format(net=net, opt=opt) if "built" in place else ""
    if place.endswith("function"):
        return "def train():\n" + textwrap.indent(made + loop, "    ")
    return made + loop


def goes_wrong(net: str, opt: str, order: str) -> bool:
    """Whether the steps of the loop are others than those of the right order, as torch has it."""
    weights = []
    for tried in ("right", order):
        torch.manual_seed(0)
        made = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
        given = {
            net: made,
            opt: torch.optim.SGD(made.parameters(), lr=0.1),
            "criterion": nn.MSELoss(),
            "loader": [(torch.randn(4, 2), torch.randn(4, 1)) for _ in range(4)],
        }
        exec(program(net, opt, tried, "snippet"), given)
        weights.append([each.detach().clone() for each in made.parameters()])
    return not all(map(torch.equal, *weights))


@pytest.mark.parametrize("place", ["snippet", "function", "built", "built function"])
@pytest.mark.parametrize("order", ORDERS)
def test_loops_are_judged_as_torch_runs_them(place: str, order: str) -> None:
    for net, opt in NAMES:
        found = lint_source(program(net, opt, order, place), settings=Settings(select=("TAP701",)))
        assert bool(found) is goes_wrong(net, opt, order), (net, opt)
        assert all(each.confidence.value != "certain" for each in found)


@pytest.mark.parametrize(("net", "opt"), NAMES)
def test_an_optimiser_has_its_network(net: str, opt: str) -> None:
    for place, order in itertools.product(("snippet", "function", "built"), ORDERS):
        module = ast.parse(program(net, opt, order, place))
        roles = {**roles_of_results(module), **roles_of_unbound(module, unbound_in(module))}
        assert roles[net].kind is Kind.MODULE
        assert roles[opt].kind is Kind.OPTIMISER
        assert roles[opt].owns == (net,)


def test_a_name_that_is_bound_anywhere_is_not_unbound() -> None:
    for text in ("def f(model): ...", "import model", "for model in a: ...", "class model: ..."):
        assert "model" not in unbound_in(ast.parse(f"{text}\nmodel(x)"))
    assert not unbound_in(ast.parse("from a import *\nmodel(x)"))


def test_of_two_optimisers_none_has_what_nothing_tells() -> None:
    text = "loss = one(other(x)); loss.backward(); a.step(); a.zero_grad(); b.step(); b.zero_grad()"
    module = ast.parse(f"{text}\nother.parameters()")
    assert roles_of_unbound(module, unbound_in(module))["a"].owns == ()


def test_what_nearly_everybody_imports_is_meant() -> None:
    meant = meant_by()
    assert meant["optim"] == "torch.optim"
    assert meant["Variable"] == "torch.autograd.Variable"
    text = "net = nn.Linear(2, 2)\nopt = optim.Adam(net.parameters())\nopt.zero_grad()\n"
    text += "loss = F.mse_loss(net(Variable(x)), y)\nopt.zero_grad()\nopt.step()\nloss.backward()\n"
    text = text.replace("opt.zero_grad()\nopt.step()", "opt.step()") * 2
    imports = "import torch.nn as nn, torch.nn.functional as F\nfrom torch import optim\n"
    imports += "from torch.autograd import Variable\n"
    settings = Settings(select=("ALL",))
    without, with_them = (lint_source(each + text, settings=settings) for each in ("", imports))
    assert [(each.code, each.line + 3) for each in without] == [
        (each.code, each.line) for each in with_them
    ]
    assert without


def test_an_optimiser_may_be_called_as_a_module_is() -> None:
    text = LOOP.format(
        first="pass", net="net", then="optim.zero_grad(); optim.step(); loss.backward()"
    )
    module = ast.parse(text)
    assert roles_of_unbound(module, unbound_in(module))["optim"].kind is Kind.OPTIMISER
    found = lint_source(text, settings=Settings(select=("TAP701",)))
    assert [each.code for each in found] == ["TAP701"]
