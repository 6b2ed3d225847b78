import torch

from agent import TD3Lite


def main(iterations=10):
    torch.manual_seed(0)
    agent = TD3Lite(obs=4, act=2)
    for i in range(iterations):
        obs, act = torch.randn(32, 4), torch.rand(32, 2) * 2 - 1
        target = -(act - obs[:, :2].tanh()).pow(2).sum(-1, keepdim=True)
        print(i, agent.update(obs, act, target))


if __name__ == "__main__":
    main()
