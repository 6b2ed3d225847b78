"""The step is taken under no_grad."""
# torch: runs
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
    with torch.no_grad():
        for p in model.parameters():
            p.add_(p.grad, alpha=-lr)
