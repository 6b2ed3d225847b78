"""A hand-written step through .data over the model's parameters."""

# torch: right gradient
import torch

model = torch.nn.Linear(2, 1)  # parameter
loss = model(torch.ones(2)).pow(2).sum()
loss.backward()
for p in model.parameters():
    p.data.sub_(0.1 * p.grad)  # expect: TAP302
