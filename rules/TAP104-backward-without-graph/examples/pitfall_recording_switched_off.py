"""set_grad_enabled(False) as a statement holds until it is switched on again."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
torch.set_grad_enabled(False)
print(w.exp())
loss = w.exp().sum()
loss.backward()  # expect: TAP104
