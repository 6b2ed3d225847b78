import random

import torch

from qnet import QNet
from update import td_loss, td_targets


def batch(n=16):
    states = torch.randn(n, 4)
    actions = [random.randrange(2) for _ in range(n)]
    rewards = torch.tensor([float(s[a] > 0) for s, a in zip(states, actions)])
    return states, actions, rewards, torch.randn(n, 4)


def main(steps=20):
    random.seed(0)
    torch.manual_seed(0)
    qnet = QNet(4, 2)
    optimizer = torch.optim.Adam(qnet.parameters(), lr=1e-3)
    for _ in range(steps):
        states, actions, rewards, next_states = batch()
        targets = td_targets(qnet, rewards, next_states, 0.9)
        loss = td_loss(qnet.values_of(states, actions), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return qnet


if __name__ == "__main__":
    main()
