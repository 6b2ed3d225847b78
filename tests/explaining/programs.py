"""Programs in which torch and ``explain`` are compared, one for each thing that is claimed."""

PROGRAMS = {
    "leaves": """
import torch
a = torch.ones(3)
b = torch.ones(3, requires_grad=True)
c = torch.nn.Parameter(torch.zeros(3))
d = torch.tensor([1.0, 2.0]).requires_grad_()
e = a.detach()
a.requires_grad = True
f = b.data
f.add_(1)
b.grad = torch.ones(3)
""",
    "versions": """
import torch
a = torch.zeros(3, 3)
a.add_(1)
a += 1
a[0] = 2
a[0] += 1
b = torch.zeros(4)
b[1:3] = 1
c = b.view(2, 2)
c.mul_(2)
d = b.detach()
d.zero_()
e = b.data
e.zero_()
f = b.reshape(2, 2)
f.add_(1)
torch.nn.init.normal_(b)
g = b.clone()
g.copy_(b).add_(1)
h = torch.ones(3) @ torch.ones(3, 3)
""",
    "graph": """
import torch
w = torch.ones(3, requires_grad=True)
x = torch.ones(3)
h = w * x
h.exp_()
y = h.sigmoid()
z = (y * h).sum()
v = y[0:2]
v.mul_(2)
z.backward()
k = y.detach()
s = y.sum()
""",
    "freed": """
import torch
w = torch.ones(3, requires_grad=True)
a = w.exp()
b = a.sum()
c = a.mean()
b.backward(retain_graph=True)
c.backward()
d = (w * w).sum()
g, = torch.autograd.grad(d, w)
e = torch.exp(w).sum()
torch.autograd.grad(e, w, create_graph=True)
""",
    "modes": """
import torch
w = torch.ones(3, requires_grad=True)
with torch.no_grad():
    a = w * 2
    with torch.enable_grad():
        b = w * 2
    w.add_(1)
with torch.inference_mode():
    c = w * 2
torch.set_grad_enabled(False)
d = w * 2
torch.set_grad_enabled(True)
e = w * 2

@torch.no_grad()
def under(x):
    y = x * 2
    return y

f = under(w)
""",
    "branches": """
import torch

def program(flag0, flag1):
    w = torch.ones(3, requires_grad=True)
    x = torch.ones(3)
    if flag0:
        x.add_(1)
        x = w * 2
    else:
        y = w * 3
    z = x * w
    if flag1:
        z = z.detach()
        w.requires_grad_(False)
    u = z + 1
    try:
        x.add_(1)
        u.backward()
    except RuntimeError:
        x = torch.zeros(1)
    v = x + 1
    return v
""",
    "loops": """
import torch
w = torch.ones(3, requires_grad=True)
x = torch.zeros(3)
a = b = c = d = torch.zeros(3)
for i in range(7):
    x.add_(1)
    t = w * i
    t.add_(1)
    d = c
    c = b
    b = a
    a = w * 2
    losses = [t.sum()]
done = x
for item in (w, x):
    item.detach().add_(1)
kept = [each * 2 for each in (w, x)]
""",
    "functions": """
import torch

class Cell:
    def __init__(self, size):
        self.w = torch.ones(size, requires_grad=True)
        self.state = torch.zeros(size)

    def step(self, x):
        self.state = self.state + self.w * x
        out = self.state.tanh()
        return out

    def cut(self):
        self.state = self.state.detach()

def helper(t):
    t.add_(1)
    u = t * 2
    return u

cell = Cell(3)
a = cell.step(torch.ones(3))
b = cell.step(a)
cell.cut()
c = cell.step(torch.ones(3))
d = torch.zeros(3)
e = helper(d)
f = helper(cell.w * 1)
""",
    "modules": """
import torch
from torch import nn
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
layer = nn.Linear(3, 1)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
x = torch.ones(2, 3)
y = net(x)
z = layer(x)
w = layer.weight
loss = nn.functional.mse_loss(z, torch.zeros(2, 1))
loss.backward()
optimizer.step()
layer.requires_grad_(False)
q = layer(x)
for p in net.parameters():
    p.requires_grad_(False)
r = net(x)
""",
    "given away": """
import torch
from copy import deepcopy
from functools import reduce

def unknown(tensor):
    tensor.add_(1)
    tensor.requires_grad_()

calls = {"it": unknown}
a = torch.zeros(3)
getattr(calls, "get")("it")(a)
b = a * 2
w = torch.ones(3, requires_grad=True)
h = deepcopy(w)
w.detach_()
k = w * 2
""",
    "aliases": """
import torch
a = torch.zeros(3)
b = a.float()
b.add_(1)
c = a.to("cpu")
c.requires_grad_()
d = torch.nn.functional.dropout(a, 0.5, training=False)
e = a.contiguous()
f = torch.as_tensor(a)
h = {"x": a, "y": torch.ones(2)}
h["y"].add_(1)
""",
}
"""By what they are about."""
