"""What a project's settings name is what ``hydra.utils.instantiate`` makes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapelint import lint_file, lint_project
from tapelint.source.targets import read_settings

from .project_files import write

NETS = """
import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, width=3, inner=None):
        super().__init__()
        self.layer, self.inner = nn.Linear(width, 3), inner

    def forward(self, x):
        return torch.sigmoid(self.layer(x))


class Plain(Gate):
    def forward(self, x):
        return self.layer(x)


class Around(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x)
"""
USE = """
import hydra
import torch
from hydra.utils import instantiate


@hydra.main(config_path="conf", config_name="config")
def main(cfg):
    net = {}
    h = net(torch.ones(3))
    h.mul_(2)
    h.sum().backward()
"""
GATE, PLAIN = "_target_: nets.Gate\nwidth: 3\n", "_target_: nets.Plain\n"
AROUND = (
    "model:\n  # the network\n  _target_: nets.Around\n  sizes:\n    - _target_: nets.Plain\n"
    "  inner:\n    _target_: nets.Gate\n    width: 3  # small\n"
)


def under(key: str, text: str) -> str:
    return f"{key}:\n" + "".join(f"  {line}\n" for line in text.splitlines())


def found(folder: Path, net: str, settings: dict[str, str]) -> list[str]:
    write(folder, {"pyproject.toml": "", "nets.py": NETS, "use.py": USE.replace("{}", net)})
    write(folder, {f"conf/{name}": text for name, text in settings.items()})
    return [f"{each.code} {each.confidence.value}" for each in lint_file(folder / "use.py")]


@pytest.mark.parametrize(
    ("net", "settings", "expected"),
    [
        ("instantiate(cfg.model)", {"config.yaml": under("model", GATE)}, "certain"),
        ("instantiate(cfg['model'])", {"config.yaml": under("model", GATE)}, "certain"),
        ("hydra.utils.instantiate(cfg.model)", {"config.yaml": under("model", GATE)}, "certain"),
        ("instantiate(cfg.model)", {"model/gate.yaml": GATE}, "certain"),
        ("instantiate(cfg.model)", {"model.yml": GATE}, "certain"),
        ("instantiate(cfg.model)", {"model/gate.yaml": GATE, "model/plain.yaml": PLAIN}, "certain"),
        ("instantiate(cfg.model)", {"config.yaml": AROUND}, "certain"),
        ("instantiate(cfg.model.inner)", {"config.yaml": AROUND}, "certain"),
        (
            "instantiate(cfg.model)()",
            {"config.yaml": under("model", GATE + "_partial_: true\n")},
            "certain",
        ),
        ("instantiate(cfg.model)", {"config.yaml": under("model", PLAIN)}, ""),
        ("instantiate(cfg.loss)", {"config.yaml": under("model", GATE)}, ""),
        ("instantiate(cfg)", {"config.yaml": under("model", GATE)}, ""),
        ("make(cfg.model)", {"config.yaml": under("model", GATE)}, ""),
        ("instantiate(cfg.model)", {"config.yaml": "model: {_target_: nets.Gate}\n"}, ""),
        ("instantiate(cfg.model)", {"config.yaml": under("model", "_target_: far.Net")}, ""),
        ("instantiate(cfg.model)", {"config.yaml": "model: [\n\t_target_: \x00: nets.Gate"}, ""),
        (
            "instantiate(cfg.model)",
            {"model/gate.yaml": GATE, "model/far.yaml": "_target_: far.Net\n"},
            "",
        ),
    ],
)
def test_what_settings_name_is_made(
    net: str, settings: dict[str, str], expected: str, tmp_path: Path
) -> None:
    assert found(tmp_path, net, settings) == ([f"TAP202 {expected}"] if expected else [])


def test_a_project_in_memory_has_settings_too() -> None:
    files = {"nets.py": NETS, "use.py": USE.replace("{}", "instantiate(cfg.model)")}
    settings = {"conf/config.yaml": under("model", GATE)}
    assert [each.code for each in lint_project({**files, **settings}).findings] == ["TAP202"]
    assert not lint_project(files).findings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("b:\n  c: x # no\n  d: 'y'\ne: z\n", {"b": {"c": "x", "d": "'y'"}, "e": "z"}),
        ("a:\n- x: 1\n  y: 2\nb: 3\n", {"a": {}, "b": "3"}),
        ("a: |\n  b: c\nd: e\n", {"a": None, "d": "e"}),
        ("a: [1,\n  2]\nb: &x\n  c: d\ne: *x\n", {"a": None, "b": None, "e": None}),
        ("a: ${b.c}\n---\n\n", {"a": None}),
        ("", {}),
    ],
)  # fmt: skip
def test_settings_are_mappings_of_scalars(text: str, expected: object) -> None:
    assert read_settings(text) == expected
