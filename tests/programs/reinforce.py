import torch
import torch.nn as nn
from torch.distributions import Categorical
class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 2)
        self.saved_log_probs = []
        self.rewards = []
    def forward(self, x):
        return torch.softmax(self.l(x), -1)
policy = Policy()
opt = torch.optim.Adam(policy.parameters())
def select(state):
    probs = policy(state)
    m = Categorical(probs)
    action = m.sample()
    policy.saved_log_probs.append(m.log_prob(action))
    return action.item()
def finish():
    returns = torch.tensor(policy.rewards)
    logp = torch.tensor(policy.saved_log_probs)  # expect: TAP101
    loss = -(logp * returns).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
def finish_ok():
    returns = torch.tensor(policy.rewards)
    loss = []
    for logp, r in zip(policy.saved_log_probs, returns):
        loss.append(-logp * r)
    loss = torch.cat(loss).sum()
    loss.backward()


class Episodes(nn.Module):
    """What is kept in a list is taken from it in some round, wherever it stands there."""
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 2)
        self.data = []
    def forward(self, x):
        x = torch.softmax(self.l(x), 0)
        x.clamp_(min=1e-6)  # expect: TAP202
        return x
    def fit(self):
        for r, p in self.data[::-1]:
            (-torch.log(p) * r).backward()
        self.data = []
    def fit_wrongly(self):
        loss = 0
        for r, p in self.data[::-1]:
            loss = loss - torch.log(p) * r
            loss.backward()  # expect: TAP501
        self.data = []
    def play(self, env, wrongly):
        for _ in range(100):
            done = False
            while not done:
                p = self(env.state())
                done = env.step()
                self.data.append((1.0, p[0]))
            if wrongly:
                self.fit_wrongly()
            else:
                self.fit()
def style(path, transform, shape, network):
    image = network.open(path)
    if shape:
        image = image.resize(shape)
    if transform:
        image = transform(image)
    target = image.clone().requires_grad_(True)
    optimizer = torch.optim.Adam([target])
    for _ in range(100):
        optimizer.zero_grad()
        ((target - image) ** 2).mean().backward()
        optimizer.step()
        target.clamp_(0, 1)  # expect: TAP201
class Contrast(nn.Module):
    def forward(self, features, mask):
        joined = torch.cat(torch.unbind(features, dim=1), dim=0)
        exp = torch.exp(joined @ joined.T)
        exp *= mask  # expect: TAP202 likely
        return torch.log(exp.sum(1)).mean()
