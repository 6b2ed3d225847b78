import torch

from gaussian_actor import GaussianActor
from sac import SAC, SoftQ

if __name__ == "__main__":
    torch.manual_seed(0)
    agent = SAC(GaussianActor(3, 2), SoftQ(3, 2))
    for step in range(20):
        obs, act = torch.randn(32, 3), torch.randn(32, 2)
        agent.update_critic(obs, act, -(act - obs[:, :2]).pow(2).sum(-1))
        loss = agent.update_actor(obs)
    print(loss)
