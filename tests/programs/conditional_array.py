import torch
from torch.distributions import Normal
def f(mu, std, a, t):
    d = Normal(mu, std)
    if isinstance(a, str):
        a = t.numpy()
    else:
        a = torch.tensor(a)
    return d.log_prob(a)
