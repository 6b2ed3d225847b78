import torch
params = [torch.zeros(3, requires_grad=True) for _ in range(2)]
params = [p.detach() for p in params]
for p in params: p += 1
ws = [torch.zeros(3, requires_grad=True) for _ in range(2)]
for i in range(len(ws)):
    ws[i] = ws[i].detach()
for w in ws: w += 1
ws2 = {k: torch.zeros(3, requires_grad=True) for k in "ab"}
for k in list(ws2):
    ws2[k] = ws2[k].detach()
for w in ws2.values(): w += 1
