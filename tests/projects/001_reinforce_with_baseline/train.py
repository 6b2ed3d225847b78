import argparse

import torch

from env import Corridor
from losses import discount, policy_loss, value_loss
from model import PolicyValueNet


def run_episode(env, net, limit=60):
    log_probs, values, rewards = [], [], []
    obs, done = env.reset(), False
    while not done and len(rewards) < limit:
        dist, value = net(torch.from_numpy(obs))
        action = dist.sample()
        obs, reward, done = env.step(action.item())
        log_probs.append(dist.log_prob(action))
        values.append(value)
        rewards.append(reward)
    return log_probs, values, rewards


def main(episodes=20, gamma=0.97):
    torch.manual_seed(0)
    env, net = Corridor(), PolicyValueNet(3, 2)
    opt = torch.optim.Adam(net.parameters(), lr=3e-3)
    for _ in range(episodes):
        log_probs, values, rewards = run_episode(env, net)
        returns = discount(rewards, gamma)
        baseline = torch.stack(values).detach()
        loss = policy_loss(log_probs, returns - baseline) + 0.5 * value_loss(values, returns)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return net


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--episodes", type=int, default=20)
    main(parser.parse_args().episodes)
