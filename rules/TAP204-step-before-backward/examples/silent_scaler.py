"""A standard loop with mixed precision: each round has its own forward."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
optimizer = torch.optim.AdamW(model.parameters())
scaler = torch.amp.GradScaler("cpu", enabled=False)
for x in torch.randn(3, 4, 2):
    optimizer.zero_grad(set_to_none=True)
    with torch.autocast("cpu", enabled=False):
        loss = model(x).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
