import torch

from agent import Agent


def collect(agent, n=64):
    obs = torch.randn(n, 3)
    with torch.no_grad():
        actions = agent.actor(obs).sample()
    returns = (actions == (obs[:, 0] > 0).long()).float()
    return obs, actions, returns


def main(iterations=10):
    torch.manual_seed(0)
    agent = Agent(3, 2)
    for it in range(iterations):
        print(it, agent.learn(*collect(agent)))


if __name__ == "__main__":
    main()
