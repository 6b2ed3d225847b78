
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal

net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
batches = [(torch.randn(3, 2), torch.randn(3, 1)) for _ in range(3)]
opt = torch.optim.SGD(net.parameters(), lr=0.1)
batches = [(torch.randn(3, 2), torch.randn(3, 1)) for _ in range(3)]


def case_actor_critic_bug():
    values = [net(x).mean() for x, _ in batches]
    returns = torch.tensor([1.0, 2.0, 3.0])
    advantage = returns - torch.tensor(values)  # expect: TAP101
    logp = torch.stack([Normal(net(x), 1.0).log_prob(y).mean() for x, y in batches])
    loss = (-logp * advantage).mean() + advantage.pow(2).mean()
    loss.backward()


def case_value_loss_bug():
    values = torch.tensor([net(x).mean() for x, _ in batches])  # expect: TAP101
    returns = torch.tensor([1.0, 2.0, 3.0])
    value_loss = F.mse_loss(values, returns)
    value_loss.backward()


def case_weight_norms_penalty_bug():
    norms = [p.norm() for p in net.parameters()]
    penalty = torch.tensor(norms).sum()  # expect: TAP101
    loss = net(batches[0][0]).mean() + 0.1 * penalty
    loss.backward()


def case_optimiser_gets_it_bug():
    ws = [net(x).mean() for x, _ in batches]
    p = torch.tensor(ws, requires_grad=True)  # expect: TAP101
    o = torch.optim.SGD([p], lr=0.1)
    p.sum().backward()
    o.step()


def case_lightning_step_outputs():
    import pytorch_lightning as pl
    class M(pl.LightningModule):
        def __init__(self):
            super().__init__()
            self.l = nn.Linear(2, 1)
        def training_step(self, batch, i):
            x, y = batch
            losses = [F.mse_loss(self.l(x[i]), y[i]) for i in range(3)]
            return torch.tensor(losses).mean()  # expect: TAP101
