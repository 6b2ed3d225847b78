import torch
from torch import nn
lin = nn.Linear(2, 2)
def f(x, y, states, out):
    lin(torch.tensor(x)).sum().backward()
    lin(torch.tensor([s for s in states])).sum().backward()
    l = nn.functional.mse_loss(lin(torch.tensor(x)), torch.tensor(y)); l.backward()
    (out(x) - torch.tensor(y)).pow(2).mean().backward()
    torch.matmul(torch.tensor(x), out(y)).sum().backward()
    t = torch.tensor(x, requires_grad=True); (t ** 2).sum().backward()
    u = torch.tensor(x); u.requires_grad_(); (u ** 2).sum().backward()
    u2 = torch.tensor(x); u2.requires_grad = True; (u2 ** 2).sum().backward()
    v = torch.tensor(x).requires_grad_(); (v ** 2).sum().backward()
    z = torch.tensor([[1., 2.]]).to(y) @ lin.weight; z.sum().backward()
    lin(torch.tensor([s.float() for s in states])).sum().backward()
