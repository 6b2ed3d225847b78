import torch, numpy as np
from torch.distributions import Normal, Categorical
d = Normal(0., 1.)
def f(x: np.ndarray):
    x = torch.as_tensor(x)
    return d.log_prob(x)
def g(x):
    if isinstance(x, np.ndarray):
        x = torch.from_numpy(x)
    return d.log_prob(x)
def h(x: "float | torch.Tensor"):
    if not torch.is_tensor(x):
        x = torch.tensor(x)
    return d.log_prob(x)
def i(x: float):
    if isinstance(x, float):
        x = torch.tensor(x)
    return d.log_prob(x)
