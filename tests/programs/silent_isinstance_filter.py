import torch
net = torch.nn.Linear(2, 1)
def f():
    stats = {"loss": net(torch.zeros(2)).mean(), "n": 3.0}
    return torch.tensor([v for v in stats.values() if isinstance(v, float)])
f()
