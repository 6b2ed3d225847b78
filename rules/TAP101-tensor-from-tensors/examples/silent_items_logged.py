"""item() makes numbers on purpose, for a log."""

# torch: right gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
history = []
loss = (weight * weight).sum()
loss.backward()
history.append(loss.item())
print(torch.tensor(history).mean())
