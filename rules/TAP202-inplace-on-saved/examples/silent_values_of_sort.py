"""sort, topk and max along a dimension save the indices, so the values may change."""

# torch: right gradient
import torch

w = torch.tensor([[3.0, 1.0], [2.0, 5.0]], requires_grad=True)  # parameter
ordered, _ = w.sort(dim=1)
ordered[0] = 0.0
largest = w.max(dim=1).values
largest *= 2.0
loss = ordered.sum() + largest.sum()
loss.backward()
