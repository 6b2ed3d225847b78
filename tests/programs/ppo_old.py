import torch
from torch import nn
from torch.distributions import Categorical
class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.pi = nn.Linear(4, 2)
        self.v = nn.Linear(4, 1)
        self.logps, self.vals, self.rews = [], [], []
    def act(self, s):
        d = Categorical(logits=self.pi(s))
        a = d.sample()
        self.logps.append(d.log_prob(a))
        self.vals.append(self.v(s))
        return a
    def update(self, s, a, opt):
        old_log_probs = torch.tensor(self.logps)
        values = torch.tensor(self.vals)
        returns = torch.tensor(self.rews)
        adv = returns - values
        d = Categorical(logits=self.pi(s))
        ratio = (d.log_prob(a) - old_log_probs).exp()
        loss = -(ratio * adv).mean() + nn.functional.mse_loss(self.v(s), returns)
        loss.backward()
