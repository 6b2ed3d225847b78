import torch
net = torch.nn.Linear(2, 1)
def means(xs):
    outs = [net(x).mean() for x in xs]
    return torch.tensor([o.item() if hasattr(o, "item") else o for o in outs])
means([torch.zeros(2)])
