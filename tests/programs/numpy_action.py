import torch
import numpy as np
from torch.distributions import Normal
def f(mu, std, env):
    d = Normal(mu, std)
    a = d.sample().cpu().numpy()
    env.step(a)
    return d.log_prob(a)  # expect: TAP401
