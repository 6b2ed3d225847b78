import torch
net = torch.nn.Linear(2, 1)
def f():
    values = [net(torch.zeros(2)).mean() for _ in range(3)]
    values[:] = [v.item() for v in values]
    return torch.tensor(values)
f()
