import torch
net = torch.nn.Linear(2, 1)
def f():
    stats = {"loss": net(torch.zeros(2)).mean(), "n": 3}
    del stats["loss"]
    return torch.tensor(list(stats.values()))
f()
