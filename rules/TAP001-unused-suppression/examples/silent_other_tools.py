"""Codes of other tools, and comments without codes, are not judged."""

# torch: runs
import torch

weight = torch.ones(3)  # noqa: E501
weight.mul_(2.0)  # noqa
text = "# tapelint: ignore[data-mutation]"
