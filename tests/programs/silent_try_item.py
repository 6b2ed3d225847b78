import torch
net = torch.nn.Linear(2, 1)
def numbers(xs):
    rows = []
    for x in xs:
        v = net(x).mean()
        try:
            v = v.item()
        except AttributeError:
            pass
        rows.append(v)
    return torch.tensor(rows)
numbers([torch.zeros(2)])
