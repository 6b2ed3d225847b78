import torch
def f(values):
    net = torch.nn.Linear(2, 1)
    out = []
    for v in [net(torch.zeros(2)), 1.0, 2.0]:
        if not isinstance(v, torch.Tensor):
            out.append(v)
    return torch.tensor(out)
f(1)
