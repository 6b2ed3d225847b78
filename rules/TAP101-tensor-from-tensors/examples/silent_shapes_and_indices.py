"""Sizes, lengths, indices and comparisons of tensors that require grad are plain values."""

# torch: right gradient
import torch

weight = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)  # parameter
outputs = [row * 2.0 for row in weight]
sizes = torch.tensor([output.shape[0] for output in outputs])
lengths = torch.tensor([len(output) for output in outputs])
best = torch.tensor([output.argmax() for output in outputs])
loss = torch.stack(outputs)[torch.arange(2), best].sum() * (sizes + lengths).sum()
loss.backward()
