"""The accuracy of a classifier, in its old spelling."""

# torch: runs
import torch

model = torch.nn.Linear(2, 3)
labels = torch.tensor([0, 2])
logits = model(torch.ones(2, 2))
predicted = torch.max(logits.data, 1)[1]  # expect: TAP303
print((predicted == labels).sum())
