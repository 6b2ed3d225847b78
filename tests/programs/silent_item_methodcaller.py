import torch
net = torch.nn.Linear(2, 1)
from operator import methodcaller
def g(xs):
    ls = [net(x).mean() for x in xs]
    a = torch.tensor(list(map(torch.Tensor.item, ls)))
    b = torch.tensor([float(l) for l in ls])
    c = torch.tensor([l.detach() for l in ls])
    d = torch.tensor([l.cpu().detach().numpy() for l in ls])
    e = torch.tensor([round(l.item(), 2) for l in ls])
    f = torch.tensor([*map(float, ls)])
    h = torch.tensor([l.__float__() for l in ls])
    i = torch.tensor([l.data for l in ls])
    j = torch.tensor(list(map(methodcaller("item"), ls)))
    k = torch.tensor([to_scalar(l) for l in ls])
    m = torch.tensor([l.tolist() for l in ls])
    return a, b, c, d, e, f, h, i, j, k, m
def to_scalar(x):
    return x.item() if hasattr(x, "item") else x
