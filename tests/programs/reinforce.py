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
