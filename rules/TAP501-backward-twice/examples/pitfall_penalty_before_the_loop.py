"""A penalty computed once, before the loop, is backpropagated in each round."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
import torch
from torch import nn

model = nn.Linear(2, 1)
penalty = model.weight.norm()
for x in torch.ones(3, 4, 2):
    loss = model(x).mean() + 0.1 * penalty
    loss.backward()  # expect: TAP501
