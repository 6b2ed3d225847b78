import torch
@torch.no_grad()
def ema(m, e):
    for p, q in zip(m.parameters(), e.parameters()):
        q.data.mul_(0.9).add_(p.data, alpha=0.1)  # expect: TAP302
        q.mul_(0.9).add_(p)
