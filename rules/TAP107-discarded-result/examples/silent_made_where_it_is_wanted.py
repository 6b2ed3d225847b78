"""What was made on that device, or is contiguous: the line does nothing, and nothing is lost."""

# torch: runs
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self, device="cpu"):
        super().__init__()
        self.logstd = nn.Parameter(torch.zeros(3, dtype=torch.float32, device=device))
        self.logstd.to(device)


batch = torch.stack([torch.zeros(3), torch.ones(3)])
batch.contiguous()
assert batch.contiguous() is batch
assert Policy().logstd.is_leaf
