import torch
def tensor(x, requires_grad=False):
    return x
def f(torch, vals):
    return torch.tensor([1.0], requires_grad=True) * vals
class np:
    @staticmethod
    def array(x): return torch.as_tensor(x)
from torch.distributions import Normal
print(Normal(0., 1.).log_prob(np.array(1.0)))
