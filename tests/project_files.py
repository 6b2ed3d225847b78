"""Small projects of several files, as the tests of other files write them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

NETS = """
import torch
from torch import nn

class Critic(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, 1)

    def forward(self, x):
        return self.layer(x)
"""
"""A network, as a file that others import."""


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write files, by their paths below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
