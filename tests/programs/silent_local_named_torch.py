def f():
    import numpy as torch
    return torch.zeros(3)
class torch:
    def tensor(self, x, requires_grad=False): return x
t = torch()
def g(t, x): return t.tensor(x, requires_grad=True) * 2
import jax.numpy as jnp, torch as pt
def h(torch): return torch.tensor(1., requires_grad=True) * torch.ones(2)
