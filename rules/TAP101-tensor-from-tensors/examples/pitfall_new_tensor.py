"""new_tensor copies a value, be it a tensor or a list of tensors."""

# torch: no gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
inputs = torch.tensor([3.0, 4.0])
error = (weight * inputs).sum()
copied = inputs.new_tensor(error)  # expect: TAP101
collected = inputs.new_tensor([error, 2.0 * error])  # expect: TAP101
loss = copied + collected.sum()
