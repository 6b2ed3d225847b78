"""A language model's training loop takes its gradient step on the parameters themselves."""
# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# report: https://github.com/pytorch/examples/pull/779
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Sequential(nn.Embedding(5, 3), nn.Linear(3, 5))
lr = 20.0
for _ in range(2):
    model.zero_grad()
    words = torch.randint(5, (6,))
    F.cross_entropy(model(words[:-1]), words[1:]).backward()
    nn.utils.clip_grad_norm_(model.parameters(), 0.25)
    for p in model.parameters():
        p.add_(p.grad, alpha=-lr)  # expect: TAP201
