"""Called on a subclass, the switch is just as global."""

# torch: runs
import torch

torch.distributions.Normal.set_default_validate_args(value=False)  # expect: TAP404
torch.distributions.Exponential(torch.tensor(-1.0))
