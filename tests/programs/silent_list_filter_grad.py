import torch
ts = [torch.zeros(3, requires_grad=True), torch.zeros(3)]
for t in [t for t in ts if not t.requires_grad]:
    t += 1
for t in filter(lambda t: not t.requires_grad, ts):
    t += 1
