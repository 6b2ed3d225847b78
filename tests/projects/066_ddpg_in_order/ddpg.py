from copy import deepcopy

import torch

from actor_critic import QFunction, net


class DDPG:
    def __init__(self, obs, act, gamma=0.9, tau=0.01):
        self.pi, self.q = net(obs, act, torch.nn.Tanh()), QFunction(obs, act)
        self.pi_targ, self.q_targ = deepcopy(self.pi), deepcopy(self.q)
        for p in [*self.pi_targ.parameters(), *self.q_targ.parameters()]:
            p.requires_grad = False
        self.opt_pi = torch.optim.Adam(self.pi.parameters(), 1e-3)
        self.opt_q = torch.optim.Adam(self.q.parameters(), 1e-3)
        self.gamma, self.tau = gamma, tau

    def step_with(self, optimizer, loss):
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()

    def update(self, batch):
        o, a, r, o2 = batch
        with torch.no_grad():
            backup = r + self.gamma * self.q_targ(o2, self.pi_targ(o2))
        q_loss = self.step_with(self.opt_q, (self.q(o, a) - backup).pow(2).mean())
        pi_loss = self.step_with(self.opt_pi, -self.q(o, self.pi(o)).mean())
        with torch.no_grad():
            for live, targ in ((self.pi, self.pi_targ), (self.q, self.q_targ)):
                for p, t in zip(live.parameters(), targ.parameters()):
                    t.lerp_(p, self.tau)
        return q_loss, pi_loss
