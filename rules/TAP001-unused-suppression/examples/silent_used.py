"""Comments that silence something: at the end of a line, before it, on any of its lines."""

# torch: runs
import torch

weight = torch.ones(3, requires_grad=True)
weight.data.mul_(2.0)  # noqa: TAP302
weight.data.mul_(2.0)  # tapelint: ignore[data-mutation]
# tapelint: ignore[TAP302]
weight.data.mul_(2.0)
weight.data.mul_(
    2.0,
)  # tapelint: ignore[TAP3]
