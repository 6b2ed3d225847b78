import torch
net = torch.nn.Linear(2, 1)
def g(xs):
    a = torch.tensor([net(x).to(dtype=torch.int64) for x in xs])
    b = torch.tensor([net(x).sum().type(torch.int) for x in xs])
    c = torch.tensor([torch.round(net(x)).to("cpu", torch.long) for x in xs])
    return a, b, c
g([torch.zeros(2)])
