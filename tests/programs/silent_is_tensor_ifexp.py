import torch
net = torch.nn.Linear(2, 1)
def log(x):
    out = net(x).mean()
    stats = {"loss": out, "acc": 0.5}
    row = torch.tensor([v.item() if torch.is_tensor(v) else v for v in stats.values()])
    return row
log(torch.zeros(2))
