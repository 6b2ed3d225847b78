"""detach() reads the same values, and torch notices when they are changed."""

# torch: runs
import torch

model = torch.nn.Linear(2, 1)
output = model(torch.ones(3, 2))
prediction = output.detach()
print(prediction.mean(), output.detach().max())
