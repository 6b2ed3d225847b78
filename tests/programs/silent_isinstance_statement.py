import torch
net = torch.nn.Linear(2, 1)
def step(x):
    values = []
    for v in (net(x).mean(), 0.5):
        if isinstance(v, torch.Tensor):
            v = v.item()
        values.append(v)
    return torch.tensor(values)
step(torch.zeros(2))
