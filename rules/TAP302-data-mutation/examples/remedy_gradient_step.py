"""The same step under no_grad."""

# torch: right gradient
import torch

model = torch.nn.Linear(2, 1)  # parameter
loss = model(torch.ones(2)).pow(2).sum()
loss.backward()
with torch.no_grad():
    for p in model.parameters():
        p.sub_(0.1 * p.grad)
