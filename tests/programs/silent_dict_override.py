import torch
net = torch.nn.Linear(2, 1)
def f():
    out = {"loss": net(torch.zeros(2)).mean(), "n": 3}
    logs = {**out, "loss": out["loss"].item()}
    return torch.tensor(list(logs.values()))
f()
