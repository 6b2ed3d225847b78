"""inference_mode records nothing either."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.inference_mode():
    loss = w.exp().sum()
loss.backward()  # expect: TAP104
