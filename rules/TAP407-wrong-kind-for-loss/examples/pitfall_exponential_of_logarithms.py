"""What is exponentiated again: `log_softmax` alone would have served as logits."""

# torch: runs
import torch
import torch.nn.functional as F

scores = torch.tensor([[9.0, 0.0]])
logarithms = F.log_softmax(scores, dim=1)
probabilities = torch.exp(logarithms)
labels = torch.tensor([0])
assert F.cross_entropy(logarithms, labels) < 0.001
assert F.cross_entropy(probabilities, labels) > 0.3  # expect: TAP407
