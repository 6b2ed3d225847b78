"""`cross_entropy` takes the softmax of probabilities: the loss stays far above zero."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x = torch.randn(200, 5)
y = (x[:, 0] > 0).long()
model = nn.Linear(5, 2)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for _ in range(300):
    loss = F.cross_entropy(F.softmax(model(x), dim=1), y)  # expect: TAP407
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
assert loss > 0.3
