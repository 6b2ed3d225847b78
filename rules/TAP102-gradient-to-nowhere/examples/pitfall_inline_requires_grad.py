"""requires_grad_() on a fresh tensor inside the loss makes the same lost leaf."""

# torch: no gradient
import torch
from torch import nn

model = nn.Linear(1, 2)  # parameter
criterion = nn.CrossEntropyLoss()
labels = torch.tensor([1, 0])
scores = model(torch.tensor([[1.0], [2.0]])).detach().numpy()
loss = criterion(torch.from_numpy(scores).requires_grad_(), labels)  # expect: TAP102
loss.backward()
