"""The parameter was made on that device: the line does nothing, and nothing is lost."""

# torch: runs
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self, device="cpu"):
        super().__init__()
        self.logstd = nn.Parameter(torch.zeros(3, dtype=torch.float32, device=device))
        self.logstd.to(device)


assert Policy().logstd.is_leaf
