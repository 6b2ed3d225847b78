"""Only one of the two branches calls backward."""

# torch: runs
import torch


def train(w, scaled):
    loss = (w * w).sum()
    if scaled:
        (loss * 128.0).backward()
    else:
        loss.backward()


w = torch.tensor([1.0, 2.0], requires_grad=True)
for scaled in (True, False):
    train(w, scaled)
