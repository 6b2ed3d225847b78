"""Lightning's Fabric: read in lightning_fabric 2.6.6."""

from __future__ import annotations

from tapelint.torch_api.frameworks.framework import Framework

FABRIC = Framework(
    name="Fabric",
    packages=frozenset({"lightning_fabric", "lightning"}),
    backward_of=frozenset({"fabric"}),
)
