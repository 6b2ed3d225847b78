"""The network returns its loss detached: the backward of whoever trains it raises."""

# torch: raises RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
import torch.nn.functional as F
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(2, 2)

    def forward(self, x, targets):
        logits = self.head(x)
        loss = F.cross_entropy(logits, targets).detach()  # expect: TAP104 likely
        return logits, loss


logits, loss = Classifier()(torch.ones(3, 2), torch.tensor([0, 1, 1]))
loss.backward()  # expect: TAP104
