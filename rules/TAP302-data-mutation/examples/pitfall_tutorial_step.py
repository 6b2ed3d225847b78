"""The step of old tutorials: the parameter changed, and its gradient read, through .data."""

# torch: right gradient
import torch

model = torch.nn.Linear(2, 1)  # parameter
loss = model(torch.ones(2)).pow(2).sum()
loss.backward()
for f in model.parameters():
    f.data.add_(f.grad.data, alpha=-0.1)  # expect: TAP302, TAP303
