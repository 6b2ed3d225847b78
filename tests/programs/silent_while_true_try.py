import torch
w = torch.zeros(3, requires_grad=True)
while True:
    try:
        w = w.detach()
    except Exception:
        continue
    break
w += 1
