"""Layers in a plain list whose classes are defined in another file of the project (TAP601)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapelint import Settings, lint_file

from .project_files import NETS, write

BLOCKS = """
from torch import nn
from nets import Critic

class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.inner = Critic(size)

class Idle(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.act = nn.ReLU()

class Plain:
    def __init__(self, size):
        self.layer = nn.Linear(size, size)
"""
NETWORK = """
from torch import nn
from blocks import Block, Idle, Plain

class Net(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.blocks = {parts}

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x
"""


def reported(folder: Path, parts: str) -> list[int]:
    """The lines that TAP601 reports in a network of these parts."""
    write(folder, {"nets.py": NETS, "blocks.py": BLOCKS, "net.py": NETWORK.format(parts=parts)})
    findings = lint_file(folder / "net.py", settings=Settings(select=("TAP601",)))
    return [finding.location.line for finding in findings]


@pytest.mark.parametrize(
    "parts", ["[Block(size) for _ in range(3)]", "[Block(4), Block(4)]", "(Block(4), Idle(4))"]
)
def test_blocks_that_are_trained_are_reported(parts: str, tmp_path: Path) -> None:
    assert reported(tmp_path, parts) == [8]


@pytest.mark.parametrize(
    "parts",
    [
        "nn.ModuleList([Block(size) for _ in range(3)])",
        "[Idle(size) for _ in range(3)]",
        "[Plain(size) for _ in range(3)]",
        "[Unknown(size) for _ in range(3)]",
        "[Block(4), make(4)]",
        "[Block(4)]",
        "nn.Sequential(*[Block(size) for _ in range(3)])",
    ],
)
def test_what_is_registered_or_is_not_trained_is_not(parts: str, tmp_path: Path) -> None:
    assert reported(tmp_path, parts) == []
