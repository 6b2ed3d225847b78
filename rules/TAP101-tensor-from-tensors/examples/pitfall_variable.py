"""Variable around a computed tensor starts a new leaf, as it always did."""

# torch: no gradient
import torch
from torch.autograd import Variable

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
hidden = torch.tanh(weight)
output = Variable(hidden, requires_grad=True)  # expect: TAP101
loss = (output * torch.tensor([1.0, -3.0])).sum()
loss.backward()
