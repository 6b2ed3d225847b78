import torch

from ddpg import DDPG

if __name__ == "__main__":
    torch.manual_seed(0)
    agent = DDPG(3, 1)
    for i in range(15):
        o, a = torch.randn(64, 3), torch.rand(64, 1) * 2 - 1
        r = -(a.squeeze(-1) - o[:, 0].tanh()).abs()
        losses = agent.update((o, a, r, torch.randn(64, 3)))
    print(losses)
