"""The list held tensors once, but is filled anew with numbers before it is wrapped."""

# torch: right gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
values = [w * w for w in weight]
loss = torch.stack(values).sum()
loss.backward()
values = [0.5, 1.5]
print(torch.tensor(values).std())
