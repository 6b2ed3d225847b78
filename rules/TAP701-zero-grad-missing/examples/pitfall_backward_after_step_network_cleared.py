"""The network is cleared, an optimiser that is handed in steps, and then comes the backward."""

# torch: runs
import torch
from torch import nn


def update(critic, critic_optimizer, criterion, batch, target):
    critic.zero_grad()
    value = critic(batch)
    loss = criterion(value, target)
    critic_optimizer.step()  # expect: TAP701 likely
    loss.backward()
    return loss.item()


if __name__ == "__main__":
    linear = nn.Linear(2, 1)
    before = linear.weight.detach().clone()
    adam = torch.optim.Adam(linear.parameters())
    for _ in range(3):
        vars()["update"](linear, adam, nn.MSELoss(), torch.ones(4, 2), torch.zeros(4, 1))
    assert torch.equal(linear.weight, before)
