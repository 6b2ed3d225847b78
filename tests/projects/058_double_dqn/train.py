import torch

from learner import DoubleDQN
from models import DuelingQ

CFG = {"lr": 1e-3, "gamma": 0.9, "sync": 5, "batch": 32}


def experience(n, n_obs=4, n_act=3):
    s, s2 = torch.randn(n, n_obs), torch.randn(n, n_obs)
    a = torch.randint(0, n_act, (n,))
    r = (s[:, :n_act].argmax(1) == a).float()
    return s, a, r, s2, (torch.rand(n) < 0.1).float()


if __name__ == "__main__":
    torch.manual_seed(0)
    learner = DoubleDQN(DuelingQ(4, 3), CFG)
    priorities = []
    for i in range(20):
        errors = learner.update(*experience(CFG["batch"]))
        priorities.append(errors.mean().item())
    print(priorities[::5])
