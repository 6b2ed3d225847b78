"""In-place functions and inplace=True change a leaf as methods do."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
import torch.nn.functional as F

gate = torch.tensor([-1.0, 1.0], requires_grad=True)
activated = F.relu(gate, inplace=True)  # expect: TAP201
