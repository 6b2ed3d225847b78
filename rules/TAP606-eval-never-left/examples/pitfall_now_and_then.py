"""It is enough that one round evaluates: all rounds after it are trained in evaluation."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
modes = []
for step in range(6):
    modes.append(model.training)
    loss = model(torch.randn(6, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # expect: TAP606
    optimizer.step()
    if step % 3 == 0:
        model.eval()
        with torch.no_grad():
            print(model(torch.randn(6, 4)).pow(2).mean())
assert modes == [True, False, False, False, False, False]
