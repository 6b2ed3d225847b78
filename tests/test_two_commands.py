"""The command and the plugin of flake8 say the same of a project, however its files are given.

In each project a finding depends on a caller in another file.
"""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

from tapelint.rules import all_rules

from .conftest import Run
from .project_files import write

_NETS = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 2), nn.Sigmoid())
        self.head = nn.Linear(2, 1)

    def forward(self, x):
        return self.head(self.body(x))
"""
_ENGINES = {
    "others": """\
import torch
from nets import Net


def fit(model, optimizer, x):
    other = Net()
    optimizer.zero_grad()
    other(model(x).detach()).mean().backward()
    optimizer.step()
""",
    "anew": """\
import torch


def fit(model, optimizer, x):
    for each in x:
        optimizer = torch.optim.Adam(model.parameters())
        model(each).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
""",
    "exhausted": """\
import torch


def fit(model, optimizer, x):
    other = torch.optim.SGD(optimizer, lr=0.1)
    more = torch.optim.SGD(optimizer, lr=0.1)
    model(x).mean().backward()
    other.step()
    more.step()
""",
    "never cleared": """\
import torch


def fit(model, optimizer, x):
    for each in x:
        model(each).mean().backward()
        optimizer.step()
""",
    "early": """\
import torch


def fit(model, optimizer, x):
    first, second = model(x).mean(), model(x).pow(2).mean()
    optimizer.zero_grad()
    first.backward()
    optimizer.step()
    second.backward()
""",
    "saved": """\
import torch


def fit(model, optimizer, x):
    out = model.body(x)
    out.mul_(2)
    out.sum().backward()
    optimizer.step()
""",
}
_GIVEN = ("net.parameters()", "net.head.parameters()", "[net.head.weight]")
_CALLERS = {
    "module": """\
import torch
from engine import fit
from nets import Net

net = Net()
{optimizer}
{call}
""",
    "function": """\
import torch
from engine import fit
from nets import Net


def main(x):
    net = Net()
    {optimizer}
    {call}
""",
    "object": """\
import torch
import engine
from nets import Net


class Run:
    def __init__(self):
        self.net = Net()
        net = self.net
        {optimizer}
        self.optimizer = optimizer

    def go(self, x):
        engine.fit(self.net, self.optimizer, x)
""",
}
_PLACE = re.compile(r"^(.*?\.py:\d+:\d+: TAP\d+)", re.MULTILINE)
_EVERYTHING = ",".join(sorted({code[:4] for code in all_rules()}))
_FLAKE8 = ("--isolated", "--tapelint-isolated", "--select", _EVERYTHING)
_COMMAND = ("check", "--isolated", "--no-cache", "--output-format", "concise", "--select", "ALL")


def _write_projects(folder: Path) -> None:
    cases = [*itertools.product(_ENGINES.items(), _CALLERS.items())][::2]
    for given, ((name, engine), (kind, caller)) in zip(itertools.cycle(_GIVEN), cases):
        made = f"iter({given})" if name == "exhausted" else f"torch.optim.Adam({given})"
        call = "fit(net, optimizer, torch.ones(3, 2))"
        main = caller.format(optimizer=f"optimizer = {made}", call=call)
        texts = {"nets.py": _NETS, "engine.py": engine, "main.py": main}
        write(folder / f"{name}_{kind}".replace(" ", "_"), texts)


def _places(output: str, before: str = "./") -> list[str]:
    return sorted(each.removeprefix(before) for each in _PLACE.findall(output))


def test_the_same_is_said_by_both(tmp_path: Path, flake8: Run, tapelint: Run) -> None:
    _write_projects(tmp_path)
    files = [str(each.relative_to(tmp_path)) for each in sorted(tmp_path.rglob("*.py"))]
    expected = _places(tapelint(*_COMMAND, ".").stdout)
    found = {(each.partition("/")[2][:9], each[-6:]) for each in expected}
    assert found >= {("engine.py", code) for code in ("TAP202", "TAP204", "TAP701", "TAP703")}
    random.Random(1).shuffle(files)
    assert _places(tapelint(*_COMMAND, "--jobs", "2", *files).stdout) == expected
    assert _places(flake8(*_FLAKE8, "-j", "1", *files).stdout) == expected
    assert _places(flake8(*_FLAKE8, "-j", "2", ".").stdout) == expected
    above = flake8(*_FLAKE8, "-j", "1", str(tmp_path)).stdout
    assert _places(above, f"{tmp_path}/") == expected
    one = expected[-1].partition(":")[0]
    alone = [each for each in expected if each.startswith(f"{one}:")]
    assert _places(flake8(*_FLAKE8, one).stdout) == alone
    assert _places(tapelint(*_COMMAND, one).stdout) == alone
