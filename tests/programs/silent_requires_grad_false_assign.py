import torch
net = torch.nn.Linear(2, 1)
for p in net.parameters():
    p.requires_grad = False
net.weight.add_(1)
net2 = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 1))
for name, p in net2.named_parameters():
    if name.startswith("0"):
        p.requires_grad_(False)
net2[0].weight.add_(1)
for m in net2:
    m.requires_grad_(False)
rows = torch.tensor([net2(torch.zeros(2)) for _ in range(2)])
