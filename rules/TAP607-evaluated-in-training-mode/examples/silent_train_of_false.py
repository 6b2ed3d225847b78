"""`train(False)` is `eval()`."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
test_data = torch.randn(2, 8, 4)
for epoch in range(2):
    model.train(True)
    optimizer.zero_grad()
    model(torch.randn(8, 4)).pow(2).mean().backward()
    optimizer.step()
    model.train(False)
    with torch.no_grad():
        for x in test_data:
            assert torch.equal(model(x), model(x))
