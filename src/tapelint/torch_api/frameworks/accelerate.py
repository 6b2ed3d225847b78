"""Accelerate: read in accelerate 1.15.0, and run (tests/test_frameworks.py)."""

from __future__ import annotations

from tapelint.torch_api.frameworks.framework import Framework

ACCELERATE = Framework(
    name="Accelerate",
    packages=frozenset({"accelerate"}),
    backward_of=frozenset({"accelerator"}),
)
