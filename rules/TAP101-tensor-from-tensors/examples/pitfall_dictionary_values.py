"""Loss terms kept in a dict and wrapped as a list of its values lose their history."""

# torch: no gradient
from torch import nn, ones, tensor, zeros

model = nn.Linear(2, 1)  # parameter
output = model(ones(2))
terms = {"fit": (output - 1.0).pow(2).sum(), "size": 0.1 * output.abs().sum()}
terms["bias"] = nn.functional.l1_loss(output, zeros(1))
loss = tensor(list(terms.values())).sum()  # expect: TAP101
