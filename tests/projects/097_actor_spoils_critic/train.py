import torch

from nets import Actor, Critic
from trainer import OfflineTrainer


def logged_data(n, batch=32):
    for _ in range(n):
        obs, act = torch.randn(batch, 3), torch.rand(batch, 2) * 2 - 1
        yield obs, act, -(act - obs[:, :2].tanh()).pow(2).sum(1)


if __name__ == "__main__":
    torch.manual_seed(0)
    trainer = OfflineTrainer(Actor(3, 2), Critic(3, 2))
    print(trainer.run(logged_data(30)))
