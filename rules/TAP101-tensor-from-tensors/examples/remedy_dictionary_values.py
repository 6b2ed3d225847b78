"""Python's sum over the values of a dict of loss terms keeps every history."""

# torch: right gradient
from torch import nn, ones, zeros

model = nn.Linear(2, 1)  # parameter
output = model(ones(2))
terms = {"fit": (output - 1.0).pow(2).sum(), "size": 0.1 * output.abs().sum()}
terms["bias"] = nn.functional.l1_loss(output, zeros(1))
loss = sum(terms.values())
loss.backward()
