"""Variable(..., requires_grad=True) as an operand is a lost leaf in its old spelling."""

# torch: no gradient
import torch
from torch.autograd import Variable

model = torch.nn.Linear(1, 1)  # parameter
prediction = torch.tensor([float(model(torch.ones(1)))])
error = Variable(prediction, requires_grad=True) - 3.0  # expect: TAP102
loss = error.pow(2).sum()
loss.backward()
