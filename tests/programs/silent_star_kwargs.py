import torch
opts = {"requires_grad": True}
w = torch.zeros(3, **opts)
kw = dict(validate_args=False)
d = torch.distributions.Normal(0., 1., **kw)
def f(*ts, **k):
    ts[0].add_(1)
    k["w"].add_(1)
f(torch.zeros(3), w=torch.zeros(3))
