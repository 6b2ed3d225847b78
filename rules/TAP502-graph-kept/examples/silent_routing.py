"""What a round adds up decides what the next one computes, and that is given back."""

# torch: runs
import torch
from torch import nn


def squash(x):
    norm = torch.norm(x, dim=-1, keepdim=True)
    return norm**2 / (1 + norm**2) * x / norm


class Routing(nn.Module):
    def __init__(self, num_iterations=3):
        super().__init__()
        self.num_iterations = num_iterations
        self.weight = nn.Parameter(torch.randn(1, 3, 5, 4))

    def forward(self, x):
        weight = self.weight.repeat(x.size(0), 1, 1, 1)
        votes = torch.matmul(weight, x[:, :, :, None]).squeeze(-1)
        logits = torch.zeros(x.size(0), 3, 1).to(x.device)
        for iteration in range(self.num_iterations):
            shares = torch.softmax(logits, dim=1)
            outputs = squash((shares * votes).sum(dim=1, keepdim=True))
            if iteration < self.num_iterations - 1:
                agreement = (votes * outputs).sum(dim=-1, keepdim=True)
                logits = logits + agreement
        return outputs.squeeze(1)


Routing()(torch.ones(2, 3, 4)).sum().backward()
