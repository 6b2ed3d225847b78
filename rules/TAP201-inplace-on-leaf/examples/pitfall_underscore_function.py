"""torch.sigmoid_ is the in-place sigmoid."""

# torch: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
from torch import ones, sigmoid_

gate = ones(2, requires_grad=True)
sigmoid_(gate)  # expect: TAP201
