import torch
net = torch.nn.Linear(2, 1)
def to_float(x):
    if isinstance(x, torch.Tensor):
        return x.item()
    return x
def collect_stats(xs):
    ls = [to_float(net(x).mean()) for x in xs]
    return torch.tensor(ls)
def summarise(xs):
    ls = [to_float(net(x).mean()) for x in xs]
    return torch.tensor(ls)
summarise([torch.zeros(2)])
