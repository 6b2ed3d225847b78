"""The second pass starts a sum of its own."""
# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

num_tasks = 2
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, num_tasks))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
image, target = torch.randn(5, 3), torch.rand(5, num_tasks)

output = model(image)
loss = 0
for t in range(num_tasks):
    loss += F.binary_cross_entropy_with_logits(output[:, t], target[:, t])
optimizer.zero_grad()
loss.backward()

output = model(image + 0.1)
loss = 0
for t in range(num_tasks):
    loss += F.binary_cross_entropy_with_logits(output[:, t], target[:, t])
loss.backward()
optimizer.step()
