"""The model's output goes into the loss as it is."""

# torch: right gradient
import torch
from torch import nn

model = nn.Linear(1, 2)  # parameter
criterion = nn.CrossEntropyLoss()
labels = torch.tensor([1, 0])
scores = model(torch.tensor([[1.0], [2.0]]))
loss = criterion(scores, labels)
loss.backward()
