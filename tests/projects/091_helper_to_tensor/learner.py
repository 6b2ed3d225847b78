import torch

from model import QFunction
from utils import to_tensor


class Learner:
    def __init__(self, state_dim, n_actions, lr=1e-3, gamma=0.9):
        self.q = QFunction(state_dim, n_actions)
        self.opt = torch.optim.Adam(self.q.parameters(), lr=lr)
        self.gamma = gamma

    def update(self, transitions):
        chosen, targets = [], []
        for s, a, r, s2 in transitions:
            chosen.append(self.q(s)[a])
            with torch.no_grad():
                targets.append(r + self.gamma * self.q(s2).max().item())
        errors = to_tensor(chosen) - torch.tensor(targets)
        loss = errors.pow(2).mean() + 1e-4 * self.q.weight_norm()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
