import torch
from torch.distributions import Categorical
def act(policy, s):
    m = Categorical(policy(s))
    a = m.sample()
    return a.item(), m.log_prob(a)
def lp(policy, s, a):
    m = Categorical(policy(s))
    return m.log_prob(a)
