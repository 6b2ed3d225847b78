"""The network is an argument, and the optimiser is not: the clip comes before the backward."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=1.0)


def train(model: nn.Module, criterion, batches):
    for batch, target in batches:
        loss = criterion(model(batch), target)
        optimizer.zero_grad()
        nn.utils.clip_grad_norm_(model.parameters(), 1e-3)  # expect: TAP702 likely
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    before = net.weight.detach().clone()
    vars()["train"](net, nn.MSELoss(), [(torch.ones(4, 2), torch.full((4, 1), 9.0))] * 2)
    assert (net.weight - before).abs().max() > 1
