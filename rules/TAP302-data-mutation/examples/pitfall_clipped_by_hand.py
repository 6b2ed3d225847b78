"""The norm of a detached gradient has no history, whichever norm it is."""

# torch: runs
import torch
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 1)

    def clip(self, limit, norm_type=2):
        norms = []
        for parameter in self.parameters():
            if parameter.grad is not None:
                norm = torch.norm(parameter.grad.detach(), norm_type)
                norms.append(norm)
                scale = limit / (norm + 1e-6)
                if scale < 1:
                    parameter.grad.data.mul_(scale)  # expect: TAP302
        return torch.norm(torch.stack(norms), norm_type)


network = Network()
network.layer(torch.full((1, 2), 9.0)).sum().backward()
assert not network.clip(1.0).requires_grad
