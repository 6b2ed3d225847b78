"""Programs of which more was claimed than is known, one for each thing."""

HARD_PROGRAMS = {
    "layers without a bias": """
import torch
from torch import nn
a = nn.Linear(3, 3, bias=False)
b = a.bias
c = a.weight
d = nn.Linear(3, 3, False)
e = d.bias
f = nn.Linear(3, 3)
g = f.bias
h = nn.BatchNorm1d(3, affine=False)
i = h.weight
j = h.running_mean
k = a(torch.ones(2, 3))
m = d(torch.ones(2, 3))
n = h(torch.ones(2, 3))
""",
    "distributions": """
import torch
from torch.distributions import Bernoulli, Categorical, Gamma, Independent, Normal, Uniform
w = torch.ones(3, requires_grad=True)
one = torch.ones(3)
p = Normal(w, one)
a = p.entropy()
b = p.mean
c = p.stddev
d = p.variance
e = Normal(one, w.exp()).mean
f = Normal(one, w.exp()).stddev
e2 = Normal(w, 1.0).mean
e3 = Normal(w, w.exp())
g3 = e3.entropy()
h3 = e3.variance
r3 = e3.rsample()
l3 = e3.log_prob(r3)
s3 = e3.sample()
g = Categorical(probs=w.softmax(0))
h = g.logits
i = g.probs
j = g.entropy()
k = Categorical(logits=w)
l = k.logits
m = k.probs
n = k.entropy()
k2 = Bernoulli(logits=w)
l2 = k2.logits
m2 = k2.probs
u = Uniform(one - 1, w)
v = u.mean
v1 = u.entropy()
v2 = u.stddev
q = Independent(p, 1)
q1 = q.entropy()
q2 = q.mean
q3 = q.variance
one.add_(1)
t = Normal(torch.zeros(3), torch.ones(3))
t1 = t.mean
t2 = t.stddev
t1.add_(1)
t3 = t.loc
ga = Gamma(w, one)
gb = ga.entropy()
gc = ga.mean
gd = Gamma(one, w).mean
""",
    "errors": """
import torch
w = torch.ones(3, requires_grad=True)
x = torch.zeros(3)
y = torch.zeros(3)
try:
    x.add_(1)
    x = w * 2
    raise ValueError
    y.add_(1)
except ValueError:
    a = x * 2
    b = y * 2
    c = y
z = x * 1
q = y
v = torch.zeros(2)
try:
    v = w * 2
    torch.ones(2) @ torch.ones(3)
    v = v.detach()
except RuntimeError:
    pass
v2 = v * 1
t = torch.zeros(3)
try:
    t.add_(1)
    u = 1 / 0
    t.requires_grad_()
except ZeroDivisionError:
    t2 = t * 1
finally:
    t3 = t * 2
t4 = t
""",
    "errors on a path": """
import torch
def program(flag0):
    x = torch.zeros(3)
    w = torch.ones(3, requires_grad=True)
    y = w
    try:
        x.add_(1)
        if flag0:
            raise ValueError
        y = y.detach()
        x.add_(1)
    except ValueError:
        z = x
        u = y * 1
        x.add_(1)
    else:
        x.mul_(2)
    finally:
        k = x
        kk = y * 2
    v = x
    v2 = y * 2
    for i in range(3):
        try:
            y = w * 3
            if flag0:
                y.add_(torch.ones(7))
            y = x
        except RuntimeError:
            q = y * 2
            continue
        q = y * 2
    qq = y * 1
    with torch.no_grad():
        try:
            y = w * 3
            raise KeyError
        except KeyError:
            qqq = y
    return v
""",
    "the tensor itself": """
import torch
import torch.nn.functional as F
from torch import nn
w = torch.ones(3, requires_grad=True)
a = torch.ones(3)
b = F.dropout(a, training=False)
b.add_(1)
c = a
d = torch.atleast_1d(a)
d.add_(1)
e = a
f = torch.atleast_2d(a)
f.add_(1)
g = a
h = w * 1
i = F.dropout(h, 0.5, False)
i.mul_(2)
j = h
k = torch.ones(2, 3)
flat = nn.Flatten()
l = flat(k)
l.add_(1)
m = k
n = nn.Identity()(k)
n.add_(1)
o = k
p = torch.ones(3, 2)
q = torch.view_as_complex(p)
q.mul_(2)
r = torch.view_as_real(q)
r.mul_(2)
s = q
s2 = p
t = nn.Dropout(0.5)
t.eval()
u = torch.ones(4)
v = t(u)
v.add_(1)
x = u
y = nn.Unflatten(0, (2, 2))(u)
y.add_(1)
z = u
aa = F.dropout(a, 0.0)
aa.add_(1)
bb = a
cc = w.atleast_1d() if hasattr(w, "atleast_1d") else torch.atleast_1d(w)
cc2 = torch.atleast_1d(w)
dd = F.dropout(w, training=False)
ee = F.dropout2d(torch.ones(1, 2, 3, 3), training=False)
ff = F.alpha_dropout(w, training=False)
gg = nn.Sequential(nn.Flatten(), nn.Identity())(k)
gg.add_(1)
hh = k
net = nn.Sequential(nn.Linear(3, 3), nn.Flatten())
ii = net(k)
""",
    "inference": """
import torch
w = torch.ones(3, requires_grad=True)
with torch.inference_mode():
    a = w * 2
    with torch.enable_grad():
        b = w * 2
        c = b * 2
    with torch.set_grad_enabled(True):
        d = w * 2
    torch.set_grad_enabled(True)
    e = w * 2
    with torch.inference_mode(False):
        f = w * 2

@torch.inference_mode()
def g(x):
    with torch.enable_grad():
        y = x * 2
    return y
h = g(w)

@torch.enable_grad()
def i(x):
    y = x * 2
    return y
with torch.inference_mode():
    j = i(w)
k = j
m = torch.inference_mode()
with m:
    n = w * 2
    with torch.enable_grad():
        o = w * 2
""",
    "memory of parameters": """
import torch
from torch import nn
net = nn.Linear(3, 1)
d = net.weight.detach()
w = net.weight
net.to(torch.float64)
d.add_(1)
e = net.weight
f = d
net.half()
g = net.weight
d.add_(1)
h = g
net2 = nn.Linear(3, 1)
d2 = net2.weight.detach()
net2.double()
d2.add_(1)
e2 = net2.weight
net3 = nn.Linear(3, 1)
d3 = net3.weight.detach()
net3.to("cpu")
d3.add_(1)
e3 = net3.weight
y3 = net3(torch.ones(3))
net4 = nn.Linear(3, 1)
y4 = net4(torch.ones(3)).sum()
net4 = net4.float()
e4 = net4.weight
opt = torch.optim.SGD(net4.parameters(), lr=0.1)
y4.backward()
opt.step()
e5 = net4.weight
""",
    "gradients": """
import torch
w = torch.ones(3, requires_grad=True)
x = torch.ones(3, requires_grad=True)
y = (w * w * x).sum()
y.backward(create_graph=True)
g = w.grad
p = (g * g).sum()
p.backward()
q = w.grad
w.grad.zero_()
w.grad = None
z = (w ** 3).sum()
z.backward(retain_graph=True)
h = w.grad
z.backward(create_graph=True)
i = w.grad
u = (x * 2).sum()
x.grad = None
torch.autograd.backward(u, create_graph=True)
uu = x.grad
net = torch.nn.Linear(3, 1)
loss = net(torch.ones(3)).pow(2).sum()
loss.backward(create_graph=True)
n = net.weight.grad
norm = net.weight.grad.norm()
k = torch.ones(3, requires_grad=True)
for step in range(3):
    l = (k ** 2).sum()
    l.backward(create_graph=True)
    m = k.grad
    mm = m * 2
""",
    "variables of loops": """
import torch
from torch import nn
net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))
for p in net.parameters():
    p.requires_grad_(False)
net.requires_grad_(True)
q = p
r = p * 2
s = list(net.parameters())
t = s[0]
for n, p2 in net.named_parameters():
    p2.requires_grad = False
    u = p2
net.requires_grad_(True)
v = p2
w = net[0].weight
net2 = nn.Linear(3, 1)
for p3 in net2.parameters():
    p3.requires_grad = False
net2.weight.requires_grad = True
x = p3
y = net2.weight
net3 = nn.Linear(3, 1)
params = [p for p in net3.parameters()]
for p4 in params:
    p4.requires_grad_(False)
net3.requires_grad_(True)
z = p4
zz = params[0]
""",
    "no tensors": """
import torch
w = torch.ones(3, requires_grad=True)
g = w.grad
a, b = torch.meshgrid(torch.ones(3), torch.ones(2), indexing="ij")
m = torch.meshgrid(torch.ones(3), torch.ones(2), indexing="ij")
n = w.sum().item()
k = 3.0
l = [1, 2]
x = torch.ones(3)
t = x.tolist()
s = x.size(0)
r = float(w.sum())
o = torch.max(x, 0)
o1 = o.values
q = torch.broadcast_tensors(x, torch.ones(1))
u = torch.nn.Linear(2, 1).bias
h = w * 2
gh = h.grad
c = torch.is_tensor(w)
d = torch.unique(x, return_counts=True)
f = torch.topk(x, 2)
y = x.max(dim=0)
cc = torch.where(x > 0)
gg = torch.nn.functional.max_pool1d(torch.ones(1, 1, 4), 2, return_indices=True)
hh = torch.nonzero(x, as_tuple=True)
kk = torch.unbind(x)
rr = x.unique(return_inverse=True)
ss = x.aminmax()
ww = torch.aminmax(x)
ab = x.nonzero(as_tuple=True)
an = x.kthvalue(1)
au = torch.linalg.eigh(torch.eye(2))
aw = x.split(1)
ay = torch.atleast_1d(x, x)
az = torch.nn.functional.adaptive_max_pool1d(torch.ones(1, 1, 4), 2, return_indices=True)
bf = x.sort()
bh = x.median(0)
bi = x.cummax(0)
bl = torch.autograd.grad(w.sum(), w)
""",
}
"""By what they are about."""
