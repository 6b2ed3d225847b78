"""Variable over .data makes a leaf of the loss."""

# torch: no gradient
import torch
from torch import nn
from torch.autograd import Variable

net = nn.Linear(2, 1)  # parameter
loss = net(torch.ones(3, 2)).pow(2).mean()
loss = Variable(loss.data, requires_grad=True)  # expect: TAP103, TAP303
loss.backward()
