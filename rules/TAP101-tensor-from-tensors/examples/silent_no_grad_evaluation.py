"""Results computed under no_grad have no history."""

# torch: runs
import torch

model = torch.nn.Linear(2, 1)
errors = []
with torch.no_grad():
    for x in torch.tensor([[1.0, 2.0], [3.0, 4.0]]):
        errors.append((model(x) - 1.0).abs())
mean_error = torch.tensor(errors).mean()
assert not mean_error.requires_grad
