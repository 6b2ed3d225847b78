"""Programs in which a name may be no tensor, an object may stand for many, and the like."""

PERHAPS_PROGRAMS = {
    "a tensor or a number": """
import torch
def program(flag0):
    x = torch.ones(2, requires_grad=True)
    y = torch.zeros(2)
    penalty = 0
    if flag0:
        penalty = x.sum()
    a = torch.zeros(2) + penalty
    b = x + penalty
    c = torch.zeros(2) * penalty
    d = torch.zeros(2)
    d += penalty
    e = torch.zeros(2).mul(penalty)
    f = torch.mul(torch.zeros(2), penalty)
    g = torch.where(y > 0, penalty, torch.zeros(2))
    h = torch.clamp(torch.zeros(2), min=penalty)
    i = torch.zeros(2)
    i[0] = penalty
    j = torch.zeros(2)
    j.add_(penalty)
    k = penalty / 2
    m = torch.zeros(2) - k
    n = -penalty
    o = torch.zeros(2) + n
    penalty += 1
    p = torch.zeros(2) + penalty
    q = torch.zeros(2) + (x.sum() if flag0 else 0)
    r = (x if flag0 else 2) * torch.zeros(2)
    s = torch.zeros(2) / (x if flag0 else 2)
    t = y if isinstance(n, torch.Tensor) else x
    u = y if torch.is_tensor(n) else x
    v = torch.zeros(2) ** (2 if flag0 else x)
    w = torch.full((2,), 1.0) - (2 if flag0 else x)
    z = torch.zeros(2) + (flag0 and x)
""",
    "a tensor or a number, changed in place": """
import torch
def program(flag0, flag1):
    y = torch.zeros(2)
    x = torch.ones(2, requires_grad=True)
    a = 0
    if flag0:
        a = y
    a += 1
    b = y
    c = a
    d = 0
    if flag0:
        d = y * 2
    d = d * 3
    d += torch.ones(2)
    e = d
    f = 0.0
    if flag1:
        f = x.exp()
    g = f
    f += x
    h = f
    i = torch.zeros(2)
    i = i * f
    j = {"a": 0}
    if flag1:
        j["a"] = y
    j["a"] += 1
    k = y
""",
    "a tensor or None": """
import torch
def program(flag0):
    x = torch.ones(2, requires_grad=True)
    low = None
    if flag0:
        low = x.sum()
    a = torch.zeros(2).clamp(min=low, max=torch.ones(2))
    b = torch.clamp(torch.zeros(2), low, torch.ones(2))
    c = torch.nn.functional.linear(torch.ones(1, 1), torch.ones(2, 1), None if flag0 else x)
    d = torch.zeros(2) if low is None else torch.zeros(2) + low
    e = torch.zeros(2)
    if low is not None:
        e = e + low
    f = x.clamp(min=low, max=torch.ones(2))
""",
    "no round of a loop": """
import torch
x = torch.ones(2, requires_grad=True)
y = torch.zeros(2)
reg = 0.0
for p in []:
    reg = reg + p * x
a = torch.zeros(2) + reg
b = x + reg
total = 0
for p in [x]:
    total = total + p.sum()
    c = total
d = torch.zeros(2) + total
e = [q.sum() for q in [x] if q is None]
f = torch.zeros(2) + sum(e)
g = sum(q.sum() for q in [x, x])
h = torch.zeros(2) + g
i = torch.nn.Linear(2, 2)
j = sum(q.sum() for q in i.parameters())
k = torch.zeros(2) + j
""",
    "a list that may be longer": """
import torch
def program(flag0):
    x = torch.ones(1, requires_grad=True)
    parts = [torch.zeros(1)]
    if flag0:
        parts.append(x)
    a = torch.cat(parts)
    b = torch.stack(parts)
    c = sum(parts)
    d = parts[-1]
    e = {"a": torch.zeros(1)}
    if flag0:
        e["b"] = x
    f = torch.cat(list(e.values()))
    g = sum(e.values())
    h = [x]
    if flag0:
        h.append(x)
    i = torch.cat(h)
    j = torch.cat([torch.zeros(1), x])
    k = [torch.zeros(1)]
    for n in range(4):
        k.append(k[-1] + (x.sum() if n == 3 else 0))
    m = torch.stack([torch.zeros(1), x if flag0 else torch.zeros(1)])
    frozen = torch.nn.LSTM(2, 2).requires_grad_(False)
    w = torch.zeros(1, 1, 2, requires_grad=True)
    state = (w * 1, w * 1) if flag0 else None
    n, o = frozen(torch.ones(1, 1, 2), state)
""",
    "layers of a comprehension": """
import torch, copy
from torch import nn
layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
layers[0].requires_grad_(False)
a = layers[0].weight
b = layers[1].weight
c = layers[1](torch.ones(1, 2))
more = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
for each in more[:2]:
    each.requires_grad_(False)
d = more[0].weight
e = more[2].weight
third = [copy.deepcopy(more[0]) for _ in range(2)]
third[0].weight.requires_grad_(True)
f = third[1].weight
pairs = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
for each in pairs:
    each.requires_grad_(False)
g = pairs[0].weight
for p in pairs[1].parameters():
    p.requires_grad = True
h = pairs[0].weight
i = pairs[1].weight
names = nn.ModuleDict({key: nn.Linear(2, 2) for key in "ab"})
names["a"].requires_grad_(False)
j = names["b"].weight
norms = nn.ModuleList([nn.BatchNorm1d(2) for _ in range(2)])
norms[0].running_mean.add_(1)
k = norms[1].running_mean
for one in (nn.Linear(2, 2), nn.Linear(2, 2)):
    one.requires_grad_(False)
    m = one.weight
items = [torch.zeros(2) for _ in range(3)]
items[0].requires_grad_()
n = items[0]
o = items[1]
nets = [nn.Linear(2, 2) for _ in range(2)]
nets[0].weight = nn.Parameter(torch.zeros(2, 2), requires_grad=False)
r = nets[1].weight
for net in nets:
    net.bias = nn.Parameter(torch.zeros(2), requires_grad=False)
s = nets[1].bias
copies = [copy.deepcopy(w) for _ in range(2) for w in items]
copies[0].requires_grad_(True)
p = copies[0]
q = copies[1]
""",
    "no derivative": """
import torch
x = torch.ones(2, requires_grad=True)
a = x // 2
b = 2 // x
c = torch.floor_divide(x, 2)
d = x.floor_divide(2)
e = torch.heaviside(x, x.detach())
f = torch.special.zeta(x, x + 2)
g = a * 2
h = torch.ones(2) // 2
i = x * 1
i //= 2
with torch.no_grad():
    j = x // 2
k = torch.floor(x)
""",
    "versions": """
import torch
from torch import nn
x = torch.zeros(2)
x @= torch.eye(2)
a = x
y = torch.eye(2)
y @= torch.eye(2)
z = torch.zeros(2)
getattr(z, "add_")(1)
b = z
c = getattr(torch.zeros(2), "requires_grad")
with torch.inference_mode():
    i = torch.ones(2) * 2
d = i.clone()
e = d
f = torch.ones(2).clone()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(2))
        self.register_buffer("trained", torch.zeros(2, requires_grad=True))
        self.fc = nn.Linear(2, 2)
net = Net()
other = Net()
g = net.mean
net.load_state_dict(other.state_dict())
h = net.mean
other.double()
j = other.trained
k = other.mean
m = torch.zeros(2)
listed = nn.ParameterList([nn.Parameter(torch.zeros(2)), m])
n = listed[1]
o = listed[0]
listed.append(torch.zeros(2))
p = listed[2]
q = m
""",
    "hooks": """
import torch
from functools import partial
x = torch.ones(2, requires_grad=True)
def hook(grad):
    a = grad * 2
    b = x * 2
    return a
def other(name, grad):
    c = x * 2
    return grad
def plain(t):
    d = x * 2
    return d
y = x * 3
y.register_hook(hook)
y.register_hook(partial(other, "y"))
y.sum().backward()
z = plain(y)
""",
}
