"""What is clipped was not scaled: the scaler stands in the other branch."""

# torch: runs
import torch
from torch import nn

net = nn.Linear(2, 1).float()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")


def update(mixed: bool) -> None:
    optimizer.zero_grad()
    loss = net(torch.ones(1, 2, dtype=torch.float32)).pow(2).mean()
    if mixed:
        scaler.scale(loss).backward()
    else:
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    if mixed:
        scaler.step(optimizer)
        scaler.update()
    else:
        optimizer.step()


update(True)
update(False)
