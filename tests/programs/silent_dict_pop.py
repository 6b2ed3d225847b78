import torch
net = torch.nn.Linear(2, 1)
def f():
    stats = {"loss": net(torch.zeros(2)).mean(), "n": 3}
    loss = stats.pop("loss")
    row = torch.tensor(list(stats.values()))
    loss.backward()
    return row
f()
