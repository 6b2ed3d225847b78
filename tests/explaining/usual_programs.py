"""Programs of the kinds that people ask about: loops, networks, views, distributions, errors."""

USUAL_PROGRAMS = {
    "vae": """
import torch
from torch import nn
from torch.distributions import Normal, kl_divergence
class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(4, 4)
        self.dec = nn.Linear(2, 4)
    def forward(self, x):
        h = self.enc(x)
        mu, logvar = h.chunk(2, dim=-1)
        std = (0.5 * logvar).exp()
        eps = torch.randn_like(std)
        z = mu + eps * std
        q = Normal(mu, std)
        z2 = q.rsample()
        z3 = q.sample()
        kl = kl_divergence(q, Normal(0.0, 1.0))
        kl2 = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp())
        return self.dec(z), kl.sum(), z2, z3
vae = VAE()
opt = torch.optim.Adam(vae.parameters(), lr=1e-3)
x = torch.randn(8, 4)
for epoch in range(3):
    recon, kl, z2, z3 = vae(x)
    rec = nn.functional.mse_loss(recon, x, reduction='sum')
    loss = rec + kl
    opt.zero_grad()
    loss.backward()
    g = vae.enc.weight.grad
    opt.step()
    total = loss.item()
    w = vae.enc.weight
with torch.no_grad():
    recon, kl, z2, z3 = vae(x)
    out = recon
""",
    "reinforce": """
import torch
from torch import nn
from torch.distributions import Categorical
policy = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
opt = torch.optim.Adam(policy.parameters())
gamma = 0.99
for episode in range(2):
    log_probs, rewards, entropies = [], [], []
    state = torch.randn(4)
    for t in range(3):
        logits = policy(state)
        dist = Categorical(logits=logits)
        action = dist.sample()
        lp = dist.log_prob(action)
        ent = dist.entropy()
        log_probs.append(lp)
        entropies.append(ent)
        probs = dist.probs
        reward = float(action.item())
        rewards.append(reward)
        state = torch.randn(4)
    R = 0.0
    returns = []
    for r in reversed(rewards):
        R = r + gamma * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + 1e-8)
    lps = torch.stack(log_probs)
    loss = -(lps * returns).sum() - 0.01 * torch.stack(entropies).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
""",
    "ppo": """
import torch
from torch import nn
from torch.distributions import Normal
actor = nn.Linear(3, 1)
critic = nn.Linear(3, 1)
log_std = nn.Parameter(torch.zeros(1))
obs = torch.randn(5, 3)
with torch.no_grad():
    mean = actor(obs)
    old = Normal(mean, log_std.exp())
    act = old.sample()
    old_lp = old.log_prob(act)
    values = critic(obs)
adv = (torch.randn(5, 1) - values)
adv = (adv - adv.mean()) / adv.std()
m = old.mean
st = old.stddev
for k in range(2):
    dist = Normal(actor(obs), log_std.exp())
    lp = dist.log_prob(act)
    ratio = (lp - old_lp).exp()
    clipped = ratio.clamp(0.8, 1.2)
    loss = -torch.min(ratio * adv, clipped * adv).mean()
    ent = dist.entropy().mean()
    vl = nn.functional.mse_loss(critic(obs), adv)
    total = loss + vl - 0.01 * ent
    total.backward()
    mu = dist.mean
    sd = dist.stddev
    va = dist.variance
    lc = dist.loc
sc = log_std.exp().expand_as(mean)
ls = log_std.expand_as(mean)
""",
    "gan": """
import torch
from torch import nn
G = nn.Linear(2, 3)
D = nn.Sequential(nn.Linear(3, 1), nn.Sigmoid())
og = torch.optim.SGD(G.parameters(), 0.1)
od = torch.optim.SGD(D.parameters(), 0.1)
bce = nn.BCELoss()
for i in range(2):
    real = torch.randn(4, 3)
    z = torch.randn(4, 2)
    fake = G(z)
    d_real = D(real)
    d_fake = D(fake.detach())
    ld = bce(d_real, torch.ones(4, 1)) + bce(d_fake, torch.zeros(4, 1))
    od.zero_grad()
    ld.backward()
    od.step()
    for p in D.parameters():
        p.requires_grad_(False)
    out = D(fake)
    lg = bce(out, torch.ones_like(out))
    og.zero_grad()
    lg.backward()
    og.step()
    for p in D.parameters():
        p.requires_grad_(True)
    q = p
    alpha = torch.rand(4, 1)
    inter = (alpha * real + (1 - alpha) * fake.detach()).requires_grad_(True)
    score = D(inter)
    g, = torch.autograd.grad(score.sum(), inter, create_graph=True)
    gp = ((g.norm(2, dim=1) - 1) ** 2).mean()
    gp.backward()
""",
    "maml": """
import torch
w = torch.randn(3, requires_grad=True)
meta = torch.optim.SGD([w], 0.1)
for it in range(2):
    fast = w
    for inner in range(2):
        loss = (fast ** 2).sum()
        g, = torch.autograd.grad(loss, fast, create_graph=True)
        fast = fast - 0.1 * g
    outer = (fast ** 2).sum()
    meta.zero_grad()
    outer.backward()
    meta.step()
    gw = w.grad
first, = torch.autograd.grad((w * 2).sum(), w, create_graph=True)
f = first
""",
    "views inplace": """
import torch
base = torch.zeros(4, 4)
row = base[0]
w = torch.ones(4, requires_grad=True)
row.copy_(w)
a = base
b = base[1:3]
b[0] = w * 2
c = base.t()
d = base.view(-1)
e = base.detach()
e.zero_()
f = base.sum()
g = row
col = base[:, 1]
col += 1
h = base.T
i = base.unsqueeze(0).squeeze(0)
j = base.diagonal()
j.zero_()
k = base.expand(2, 4, 4)
l = base.narrow(0, 0, 2)
m, n = base.split(2)
m2 = base.chunk(2)[0]
o = base.permute(1, 0)
o.mul_(1)
p = base.data
p.add_(1)
""",
    "rnn": """
import torch
from torch import nn
rnn = nn.GRU(3, 4, batch_first=True)
cell = nn.LSTMCell(3, 4)
h = torch.zeros(1, 2, 4)
opt = torch.optim.SGD(rnn.parameters(), 0.1)
for step in range(3):
    x = torch.randn(2, 5, 3)
    out, h = rnn(x, h)
    h = h.detach()
    loss = out.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
hx, cx = torch.zeros(2, 4), torch.zeros(2, 4)
outs = []
for t in range(3):
    hx, cx = cell(torch.randn(2, 3), (hx, cx))
    outs.append(hx)
seq = torch.stack(outs)
hx = hx.detach()
hx.zero_()
last = outs[-1]
""",
    "ema": """
import torch, copy
from torch import nn
net = nn.Linear(3, 2)
target = copy.deepcopy(net)
target.requires_grad_(False)
for p, t in zip(net.parameters(), target.parameters()):
    with torch.no_grad():
        t.mul_(0.9).add_(p, alpha=0.1)
    u = t
    v = p
for p, t in zip(net.parameters(), target.parameters()):
    t.data.copy_(0.9 * t.data + 0.1 * p.data)
target.load_state_dict(net.state_dict())
y = target(torch.ones(3))
z = net(torch.ones(3))
td = (z - y).pow(2).mean()
td.backward()
a = target.weight
b = net.weight
sd = net.state_dict()
c = sd['weight']
""",
    "accumulate": """
import torch
w = torch.randn(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
total = 0
total_t = torch.zeros(())
history = []
for i in range(4):
    loss = (w * i).sum()
    total += loss
    total_t = total_t + loss
    history.append(loss)
    running = loss.detach()
mean = total / 4
stack = torch.stack(history).mean()
mean.backward()
opt.step()
opt.zero_grad()
g = w.grad
opt.zero_grad(set_to_none=False)
acc = torch.zeros(())
acc += (w ** 2).sum()
acc2 = acc
acc.backward()
""",
    "custom function": """
import torch
class Sq(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        y = x * x
        return y
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        r = 2 * x * g
        return r
w = torch.randn(3, requires_grad=True)
y = Sq.apply(w)
z = y.sum()
z.backward()
g = w.grad
with torch.no_grad():
    u = Sq.apply(w)
""",
    "hooks retain": """
import torch
w = torch.randn(3, requires_grad=True)
h = w * 2
h.retain_grad()
k = h.register_hook(lambda g: g * 2)
y = (h ** 2).sum()
y.backward(retain_graph=True)
a = h.grad
b = w.grad
y.backward()
c = h.grad
w.grad = None
d = w.grad
w.grad = torch.ones(3)
e = w.grad
e.add_(1)
""",
    "leaf traps": """
import torch
a = torch.randn(3, requires_grad=True).double()
b = torch.randn(3, requires_grad=True).to('cpu')
c = torch.randn(3, requires_grad=True) * 0.1
d = torch.randn(3).mul_(0.1).requires_grad_()
e = torch.tensor([1., 2.], requires_grad=True)
f = torch.tensor(e)
g = e.clone()
h = e.clone().detach().requires_grad_(True)
i = torch.as_tensor(e)
j = torch.nn.Parameter(e)
k = torch.nn.Parameter(e * 2)
l = e.data.clone()
m = e.new_zeros(2)
n = torch.zeros_like(e)
o = torch.zeros_like(e, requires_grad=True)
p = torch.empty_like(e).copy_(e)
q = e.float()
r = e.double()
s = e.long()
t = e > 1
u = e.argmax()
v = e.sign()
x = e.round()
y = e[e > 1]
z = e.max()
aa = e.type(torch.float64)
bb = e.cpu()
cc = e.contiguous()
dd = torch.clone(e)
ee = e.numpy(force=True)
ff = torch.from_numpy(ee)
gg = e.half()
hh = +e
ii = e.view(2)
jj = e.squeeze()
kk = e.flatten()
ll = e.reshape(2)
mm = e.reshape(-1)
nn_ = e.ravel()
oo = e.expand(2)
pp = e.T
qq = e.real
rr = e.detach_() if False else e
""",
    "no_grad": """
import torch
w = torch.randn(3, requires_grad=True)
with torch.no_grad():
    v = w.view(3)
    v.add_(1)
    y = w * 2
    y.requires_grad_()
    z = y * 2
    w -= 0.1
    w.copy_(torch.zeros(3))
    q = w.clone()
    p = torch.nn.Parameter(torch.ones(2))
    l = torch.nn.Linear(2, 2)
    o = l(torch.ones(2))
    d = w.detach()
    e = w[0]
r = z * 2
s = y * 3
t = l(torch.ones(2))
u = v * 2
e2 = e * 1
with torch.set_grad_enabled(False):
    a = w * 2
    with torch.enable_grad():
        b = w * 2
    c = b * 2
f = c
""",
    "grad mode fn": """
import torch
w = torch.randn(3, requires_grad=True)
def step(x, train):
    with torch.set_grad_enabled(train):
        y = x * w
        z = y.sum()
    return z
a = step(torch.ones(3), True)
b = step(torch.ones(3), False)
@torch.no_grad()
def ev(x):
    q = x * w
    return q
c = ev(torch.ones(3))
prev = torch.is_grad_enabled()
torch.set_grad_enabled(False)
d = w * 2
torch.set_grad_enabled(prev)
e = w * 2
class Ctx(torch.no_grad):
    pass
with Ctx():
    f = w * 2
g = w * 2
def gen():
    with torch.no_grad():
        yield w * 2
for item in gen():
    h = item * w
""",
    "freeze": """
import torch
from torch import nn
net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
for p in net[0].parameters():
    p.requires_grad = False
a = net[0](torch.ones(3))
b = net(torch.ones(3))
c = net[0].weight
d = net[2].weight
for name, p in net.named_parameters():
    if 'weight' in name:
        p.requires_grad = False
e = net[2].weight
f = net[2].bias
net.requires_grad_(False)
g = net(torch.ones(3))
net[2].weight.requires_grad_()
h = net(torch.ones(3))
net.eval()
i = net[2].weight
net.train().requires_grad_(True)
j = net[0].weight
k = list(net.parameters())[0]
for layer in net:
    if isinstance(layer, nn.Linear):
        nn.init.zeros_(layer.bias)
        m = layer.bias
net[0].weight.data.fill_(1)
n = net[0].weight
net[0].weight = nn.Parameter(torch.ones(3, 3))
o = net[0].weight
""",
    "index assign": """
import torch
w = torch.randn(3, requires_grad=True)
out = torch.zeros(5)
for i in range(3):
    out[i] = w[i] * 2
a = out.sum()
a.backward()
buf = torch.zeros(3, 3)
buf[0, :] = 1
buf[buf > 0] = 2
idx = torch.tensor([0, 1])
buf[idx] = 3
b = buf[idx]
b.add_(1)
c = buf[0:1]
c += 1
buf.index_fill_(0, idx, 0.0)
buf.scatter_(1, torch.zeros(3, 1, dtype=torch.long), 1.0)
buf.masked_fill_(buf > 1, 0.0)
d = buf.masked_fill(buf > 1, 0.0)
e = torch.where(buf > 0, buf, w)
f = out
out.fill_(0)
g = out
out.requires_grad
""",
    "saved": """
import torch
w = torch.randn(3, requires_grad=True)
a = w.exp()
b = a * 2
c = a.tanh()
a.add_(1)
d = c * w
e = w.pow(2)
f = torch.relu(d)
f.mul_(2)
g = torch.sigmoid(e)
h = (g + f).sum()
x = torch.randn(2, 3)
y = x @ w
x.add_(1)
z = torch.nn.functional.softmax(w, dim=0)
k = torch.nn.functional.dropout(z, 0.5)
l = torch.nn.functional.layer_norm(w, (3,))
m = torch.cat([w, a])
n = torch.nn.functional.relu(w, inplace=False)
o = torch.nn.functional.relu_(e)
p = torch.log_softmax(w, 0)
q = w / x[0]
r = torch.addmm(torch.ones(2, 2), x, x.t())
s = w.clamp(min=0)
t = w.abs().sqrt()
""",
    "second order": """
import torch
x = torch.randn(3, requires_grad=True)
y = (x ** 3).sum()
g = torch.autograd.grad(y, x, create_graph=True)[0]
gg = torch.autograd.grad(g.sum(), x, retain_graph=True)[0]
h = g * 2
y2 = (x * 2).sum()
l = torch.autograd.grad(y2, x, create_graph=True)
m = l[0]
y3 = (x ** 2).sum()
y3.backward(create_graph=True)
n = x.grad
x.grad = None
o = (x ** 2).sum()
o.backward()
p = x.grad
q = p * 2
hess = []
for i in range(3):
    row = torch.autograd.grad(g[i], x, retain_graph=True)[0]
    hess.append(row)
H = torch.stack(hess)
a = torch.autograd.grad(y3, x, allow_unused=True)
""",
    "optim": """
import torch
from torch import nn
net = nn.Linear(2, 1)
opt = torch.optim.LBFGS(net.parameters())
x = torch.ones(4, 2)
def closure():
    opt.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward()
    return loss
opt.step(closure)
a = net.weight
w = torch.randn(3, requires_grad=True)
o2 = torch.optim.Adam([w], lr=0.1)
sched = torch.optim.lr_scheduler.StepLR(o2, 1)
for i in range(2):
    o2.zero_grad()
    l = (w ** 2).sum()
    l.backward()
    gn = torch.nn.utils.clip_grad_norm_([w], 1.0)
    o2.step()
    sched.step()
    b = w
    c = l
with torch.no_grad():
    for p in net.parameters():
        p -= 0.1 * p.grad
        p.grad.zero_()
        d = p.grad
e = net.weight
w.data -= 0.1
f = w
w.data = torch.zeros(3)
g = w
""",
    "detach graph": """
import torch
w = torch.randn(3, requires_grad=True)
h = w * 2
d = h.detach()
d.mul_(3)
e = h
f = h.detach().clone()
f.add_(1)
g = h.data
g.add_(1)
i = h.clone()
j = h.detach().requires_grad_()
k = j * 2
k.sum().backward()
l = j.grad
m = h.detach_()
n = h
o = h * 2
p = w.detach()
p += 1
q = w
s = h.item() if h.numel() == 1 else 0
u = w.tolist()
v = torch.stack([w.detach(), w]).sum()
x = torch.tensor(w.sum().item(), requires_grad=True)
""",
    "sac": """
import torch
from torch import nn
from torch.distributions import Normal, TransformedDistribution, Independent
from torch.distributions.transforms import TanhTransform
actor = nn.Linear(3, 4)
q1 = nn.Linear(5, 1)
q1t = nn.Linear(5, 1)
q1t.load_state_dict(q1.state_dict())
log_alpha = torch.zeros(1, requires_grad=True)
s = torch.randn(6, 3)
def act(x):
    mu, ls = actor(x).chunk(2, -1)
    ls = ls.clamp(-5, 2)
    d = Normal(mu, ls.exp())
    u = d.rsample()
    a = torch.tanh(u)
    lp = d.log_prob(u) - torch.log(1 - a.pow(2) + 1e-6)
    return a, lp.sum(-1, keepdim=True)
with torch.no_grad():
    a2, lp2 = act(s)
    tq = q1t(torch.cat([s, a2], -1)) - log_alpha.exp() * lp2
qv = q1(torch.cat([s, a2], -1))
ql = (qv - tq).pow(2).mean()
ql.backward()
for p in q1.parameters():
    p.requires_grad = False
a, lp = act(s)
pl = (log_alpha.exp().detach() * lp - q1(torch.cat([s, a], -1))).mean()
pl.backward()
for p in q1.parameters():
    p.requires_grad = True
al = -(log_alpha * (lp + 3).detach()).mean()
al.backward()
with torch.no_grad():
    for p, pt in zip(q1.parameters(), q1t.parameters()):
        pt.data.mul_(0.995)
        pt.data.add_(0.005 * p.data)
base = Independent(Normal(torch.zeros(2), torch.ones(2)), 1)
td = TransformedDistribution(base, [TanhTransform()])
x = td.rsample()
y = td.sample()
bm = base.mean
""",
    "physics": """
import torch
from torch import nn
net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
t = torch.linspace(0, 1, 5).reshape(-1, 1).requires_grad_(True)
t2 = torch.linspace(0, 1, 5).view(-1, 1)
t2.requires_grad = True
opt = torch.optim.Adam(net.parameters())
for i in range(2):
    u = net(t)
    du = torch.autograd.grad(u, t, torch.ones_like(u), create_graph=True)[0]
    ddu = torch.autograd.grad(du, t, grad_outputs=torch.ones_like(du), create_graph=True)[0]
    loss = (ddu + u).pow(2).mean() + (net(torch.zeros(1, 1)) - 1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
tg = t.grad
""",
    "attack": """
import torch
from torch import nn
net = nn.Linear(4, 2)
x = torch.randn(3, 4)
y = torch.tensor([0, 1, 0])
delta = torch.zeros_like(x, requires_grad=True)
for i in range(3):
    loss = nn.functional.cross_entropy(net(x + delta), y)
    loss.backward()
    delta.data = (delta + 0.1 * delta.grad.sign()).clamp(-1, 1)
    g = delta.grad
    delta.grad.zero_()
adv = (x + delta).detach()
xa = x.clone().detach().requires_grad_(True)
l = nn.functional.cross_entropy(net(xa), y)
g, = torch.autograd.grad(l, xa)
xa = xa.detach() + 0.1 * g.sign()
xa = torch.clamp(xa, 0, 1)
x.requires_grad = True
out = net(x)
m = out.max(1)[0]
v, idx = out.max(1)
z = out.gather(1, y.unsqueeze(1))
x.requires_grad = False
out2 = out
""",
    "helper returns": """
import torch
def scale(t, k=2):
    t = t * k
    return t
def bump(t):
    t += 1
    return t
def maybe(t, flag=False):
    if flag:
        return t.detach()
    return t
def pair(t):
    return t, t.detach()
w = torch.randn(3, requires_grad=True)
a = scale(w)
b = bump(a)
c = maybe(w)
d = maybe(w, True)
e, f = pair(a)
f.add_(1)
g = a
h = (lambda q: q * 2)(w)
i = [scale(w) for _ in range(2)]
j = i[0]
k = dict(x=w, y=w.detach())
l = k['y']
l.mul_(0)
m = w
class Box:
    def __init__(self, t):
        self.t = t
        self.u = t.detach().clone()
    @property
    def double(self):
        return self.t * 2
    def reset(self):
        self.t = self.u
box = Box(w)
n = box.double
box.reset()
o = box.t
p = box.t.requires_grad_()
""",
    "while": """
import torch
w = torch.tensor(5.0, requires_grad=True)
x = w
n = 0
while x > 1:
    x = x / 2
    n += 1
y = x
y.backward()
z = w.grad
best = None
for lr in (0.1, 0.01):
    v = torch.randn(2, requires_grad=True)
    for step in range(2):
        l = (v ** 2).sum()
        l.backward()
        with torch.no_grad():
            v -= lr * v.grad
            v.grad = None
    if best is None or l < best:
        best = l.detach()
        keep = v
b = best
k = keep
for i in range(2):
    u = torch.zeros(2)
    if i == 1:
        u = u + v
    else:
        continue
    t = u
else:
    r = u
s = u
""",
    "norm bn": """
import torch
from torch import nn
bn = nn.BatchNorm1d(3)
net = nn.Sequential(nn.Linear(3, 3), bn, nn.Dropout(0.5), nn.ReLU(inplace=True))
x = torch.randn(4, 3)
y = net(x)
rm = bn.running_mean
net.eval()
z = net(x)
rv = bn.running_var
d = nn.Dropout(0.5)
d.eval()
h = x * 1
k = d(h)
k.add_(1)
l = h
e = nn.Embedding(5, 3)
idx = torch.tensor([1, 2])
q = e(idx)
r = e.weight[idx]
e.weight.data[0] = 0
s = e.weight
f = nn.ReLU(inplace=True)
u = torch.randn(3)
v = f(u)
w = u
pr = nn.PReLU()
o = pr(x)
mp = nn.MaxPool1d(2, return_indices=True)
mo = mp(torch.ones(1, 1, 4))
p1 = nn.functional.relu(h, True)
h2 = h
ln = nn.LayerNorm(3)(x)
sm = nn.Softmax(dim=-1)(x)
""",
    "funcs": """
import torch
w = torch.randn(3, requires_grad=True)
def block(t):
    return (t * 2).relu()
y = block(w)
z = y.sum()
z.backward()
g = w.grad
d = torch.einsum('i,i->', w, w)
e = torch.einsum('i->i', w)
f = torch.broadcast_to(w, (2, 3))
h = torch.nn.functional.pad(w, (0, 1))
i = torch.nn.functional.pad(w, (0, 0))
j = torch.nn.functional.normalize(w, dim=0)
k = torch.nan_to_num(w)
l = torch.nn.functional.one_hot(torch.tensor([0, 1]))
m = torch.sort(w)
n = m.values
o, p = w.sort()
q = torch.roll(w, 1)
r = torch.flip(w, [0])
s = torch.swapaxes(w.view(1, 3), 0, 1)
t = torch.movedim(w.view(1, 3), 0, 1)
u = torch.real(w)
v = torch.conj(w)
x = torch.squeeze(w)
""",
    "exceptions": """
import torch
def program(flag0):
    w = torch.ones(3, requires_grad=True)
    x = torch.zeros(3)
    g = None
    for i in range(3):
        try:
            y = (w * i).sum()
            if flag0 and i == 1:
                raise RuntimeError('nan')
            y.backward()
            g = w.grad
            x.add_(1)
        except RuntimeError as e:
            w.requires_grad_(False)
            x = x + 1
            break
        finally:
            f = x
            h = w * 2
    a = x
    b = w * 2
    try:
        torch.set_grad_enabled(False)
        c = b * 2
    finally:
        torch.set_grad_enabled(True)
    d = b * 2
    try:
        with torch.no_grad():
            k = b * 2
            if flag0:
                raise KeyError
            b = k
    except KeyError:
        m = b * 2
    n = b * 2
    return n
""",
    "suppress": """
import torch, contextlib
w = torch.ones(3, requires_grad=True)
x = torch.zeros(3)
with contextlib.suppress(RuntimeError):
    x.add_(1)
    x = w * 2
    torch.ones(2) @ torch.ones(3)
    x = x.detach()
y = x * 2
with contextlib.suppress(RuntimeError):
    with torch.no_grad():
        z = w * 2
        raise RuntimeError
    z = w * 3
a = z
b = w * 2
with contextlib.ExitStack() as stack:
    stack.enter_context(torch.no_grad())
    c = w * 2
d = w * 2
with contextlib.nullcontext():
    e = w * 2
ctx = torch.no_grad() if x.sum() > 100 else contextlib.nullcontext()
with ctx:
    f = w * 2
g = f
""",
    "parametrize": """
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.register_buffer('b', torch.zeros(3))
        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])
        self.scale = torch.ones(3, requires_grad=True)
        self.hidden = None
    def forward(self, x):
        h = x * self.w + self.b
        for layer in self.layers:
            h = layer(h).relu()
        self.b = 0.9 * self.b + 0.1 * h.detach()
        self.hidden = h
        return h * self.scale
net = Net()
x = torch.ones(3)
y = net(x)
y.sum().backward()
a = net.w
b = net.b
c = net.scale
d = net.hidden
e = net.w.grad
net.to(torch.float64)
f = net.w
g = net.b
net.float()
z = net(x)
net.requires_grad_(False)
h = net.w
i = net.scale
j = net(x)
net.w.requires_grad_(True)
k = net(x)
net.w.data = torch.zeros(3)
l = net.w
net.hidden = None
m = net.hidden
params = [p for p in net.parameters() if p.requires_grad]
n = params[0]
vec = nn.utils.parameters_to_vector(net.parameters())
nn.utils.vector_to_parameters(vec, net.parameters())
o = net.w
""",
    "more try": """
import torch
def load():
    raise IOError
def get(w):
    try:
        t = w * 2
        load()
        return t
    except IOError:
        return w.detach()
    finally:
        pass
def get2(w):
    try:
        return w * 2
    finally:
        w.add_(1)
w = torch.ones(3, requires_grad=True)
a = get(w)
with torch.no_grad():
    b = get2(w)
c = w
x = torch.zeros(3)
try:
    try:
        x.add_(1)
        load()
        x = w * 2
    except KeyError:
        x = w * 3
    x.add_(2)
except IOError:
    y = x
z = x
for i in range(3):
    try:
        if i == 1:
            continue
        z = w * i
    finally:
        v = z
u = z
try:
    import nothing_here
    q = torch.zeros(2)
except ImportError:
    q = w * 1
r = q
""",
    "distributions": """
import torch
from torch.distributions import *
w = torch.tensor([0.2, 0.3, 0.5], requires_grad=True)
c = Categorical(w)
a = c.probs
b = c.logits
d = c.entropy()
e = c.mean
f = Dirichlet(w + 1)
g = f.entropy()
h = f.mean
i = f.rsample()
j = Laplace(w, torch.ones(3)).entropy()
k = Laplace(torch.zeros(3), w).entropy()
l = Beta(w, w).mean
m = MultivariateNormal(w, torch.eye(3))
n = m.entropy()
o = m.mean
p = m.covariance_matrix
q = m.scale_tril
r = m.log_prob(torch.zeros(3))
s = kl_divergence(Normal(w, 1.0), Normal(0.0, 1.0))
t = Normal(w, 1.0).log_prob(w)
u = Normal(w.detach(), 1.0).log_prob(w)
v = Normal(w.detach(), 1.0).log_prob(torch.zeros(3))
x = Normal(0.0, 1.0).rsample((3,))
y = Exponential(w).mean
z = Bernoulli(w).entropy()
aa = Bernoulli(w).variance
bb = Poisson(w).mean
cc = StudentT(w).mean
dd = Cauchy(w, 1.0).mean
ee = Normal(w, torch.ones(2, 3)).loc
ff = Normal(w, 1.0).scale
gg = c.expand((2, 3)).entropy()
hh = Normal(w, 1.0).cdf(torch.zeros(3))
ii = Uniform(torch.zeros(3), w).icdf(torch.zeros(3))
jj = Independent(Normal(torch.zeros(3), w), 1)
kk = jj.entropy()
ll = jj.variance
mm = jj.stddev
nn_ = LogNormal(w, 1.0).mean
oo = MixtureSameFamily(Categorical(torch.ones(3)), Normal(w, 1.0)).mean
pp = RelaxedOneHotCategorical(torch.tensor(1.0), logits=w)
qq = pp.rsample()
rr = pp.logits
ss = TransformedDistribution(Normal(w, 1.0), [ExpTransform()]).rsample()
tt = Gumbel(w, 1.0).entropy()
uu = HalfNormal(w).entropy()
vv = Weibull(w, 1.0).entropy()
ww = VonMises(w, 1.0).mean
""",
    "moved": """
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.w = nn.Parameter(torch.ones(2))
    def forward(self, x):
        return self.a(x) * self.w
net = Net()
d = net.w.detach()
v = net.w.view(2)
net = net.double()
e = net.w
f = d
torch.nn.init.zeros_(net.w)
g = d
h = v
net.to('cpu')
x = torch.ones(2, dtype=torch.float64)
y = net(x)
k = net.a.weight
y.sum().backward()
l = net.w.grad
m = net.half()
n = m.w
o = n.grad
p = net.float().a.bias
""",
    "aliases": """
import torch, copy
w = torch.randn(3, requires_grad=True)
a = torch.nn.functional.dropout(w, 0.5, training=False)
b = a * 2
c = torch.atleast_2d(w)
h = w * 2
d = torch.nn.functional.dropout(h, training=False)
d.sum().backward()
e = h
f = d
g = copy.copy(h.detach())
i = h.to(torch.float32)
i.sum()
j = i
k = torch.nn.Identity()(h)
l = torch.nn.Flatten(0)(h)
m = torch.nn.Sequential(torch.nn.Identity(), torch.nn.Dropout(0.0))(h)
n = m
o = h.expand(3)
p = h.view_as(h)
q = h.type_as(w)
r = h.sum(dim=())
s = torch.squeeze(h)
t = h.contiguous().detach()
t.add_(1)
u = h
v = h.clamp_(0) if False else h
x = torch.nn.Unflatten(0, (1, 3))(h)
y = x[0]
z = torch.view_as_complex(torch.ones(3, 2))
aa = torch.view_as_real(z)
aa.add_(1)
bb = z
""",
    "no_grad same": """
import torch
w = torch.ones(3, requires_grad=True)
with torch.no_grad():
    a = w.to('cpu')
    b = w.reshape(3)
    c = w.reshape(3).reshape(3)
    d = w.contiguous()
    e = torch.nn.functional.dropout(w, training=False)
    f = w.float()
    g = w.double()
    h = w.flatten()
    i = torch.as_tensor(w)
    j = w.view(3).view(3)
    k = torch.nn.Flatten(0)(w)
    l = torch.nn.Identity()(w)
    m = +w
    n = w.real
    o = w.expand_as(w)
    p = w.T
    q = w.squeeze()
    r = w[:2][0]
    s = w.detach()
    t = w.chunk(3)[0]
    u = w.cpu() * 2
    x, y, z = w.unbind()
aa = a * 2
bb = b * 2
cc = c * 2
gg = g * 2
ll = k * 2
xx = x * 2
hh = {'a': w}.get('a') * 1
class T(torch.nn.Module):
    def forward(self, q):
        with torch.no_grad():
            v = q.view(-1)
            t = q.flatten()
        return v * 1, t * 1
o1, o2 = T()(w)
""",
    "rest": """
import torch, copy
w = torch.ones(3, requires_grad=True)
h = w * 1
g = copy.copy(h.detach())
g.add_(1)
k = copy.deepcopy(h.detach())
k.add_(1)
l = h
m = copy.copy(w)
n = +h
n.add_(1)
o = h
p = +w
q = h.real
lst = [h, g]
lst2 = copy.copy(lst)
r = lst2[0]
""",
}
"""By what they are about."""
