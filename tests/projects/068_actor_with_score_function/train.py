import argparse

import torch

from bandits import reward
from policies import POLICIES


def train(kind, steps, lr, entropy_bonus=0.01):
    policy = POLICIES[kind](3, 3)
    optimizer = torch.optim.Adam(policy.parameters(), lr=lr)
    baseline = 0.0
    for _ in range(steps):
        obs = torch.randn(64, 3)
        action, log_prob, entropy = policy.act(obs)
        r = reward(kind, obs, action)
        baseline = 0.9 * baseline + 0.1 * r.mean().item()
        loss = -((r - baseline) * log_prob).mean() - entropy_bonus * entropy.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return r.mean().item()


if __name__ == "__main__":
    cli = argparse.ArgumentParser()
    cli.add_argument("--steps", type=int, default=20)
    cli.add_argument("--lr", type=float, default=0.02)
    options = cli.parse_args()
    torch.manual_seed(0)
    for kind in POLICIES:
        print(kind, train(kind, options.steps, options.lr))
