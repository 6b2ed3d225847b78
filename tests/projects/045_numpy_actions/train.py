import numpy as np
import torch

from buffer import EpisodeBuffer
from policy import Policy


def play(policy, steps=30):
    buffer, state = EpisodeBuffer(), np.zeros(2)
    for _ in range(steps):
        action = policy.act(state)
        buffer.store(state, action, -float(np.abs(state).sum()))
        state = 0.9 * state + 0.1 * action + 0.05 * np.random.randn(2)
    return buffer


def main():
    policy = Policy(2, 2)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    for episode in range(5):
        states, actions, returns = play(policy).get(gamma=0.99)
        dist = policy(states)
        loss = -(dist.log_prob(actions).sum(-1) * returns).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(episode, loss.item())


if __name__ == "__main__":
    main()
