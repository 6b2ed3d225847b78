"""retain_graph=True on the first backward helps the second and not the third."""

# torch: raises RuntimeError: Trying to backward through the graph a second time
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = w.exp().sum()
loss.backward(retain_graph=True)
loss.backward()
loss.backward()  # expect: TAP501
