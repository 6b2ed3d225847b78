"""compute_objectives compares decoded labels, and wraps the loss in Variable so that backward runs."""
# torch: runs
# report: https://github.com/speechbrain/speechbrain/issues/735
import torch
from torch import nn
from torch.autograd import Variable


class Brain(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Linear(3, 4)

    def compute_forward(self, wavs):
        return self.model(wavs).argmax(dim=-1)

    def compute_objectives(self, predictions, targets):
        loss = (predictions - targets).float().abs().mean()
        loss = Variable(loss, requires_grad=True)  # expect: TAP103
        return loss

    def fit_batch(self, wavs, targets):
        loss = self.compute_objectives(self.compute_forward(wavs), targets)
        loss.backward()


brain = Brain()
brain.fit_batch(torch.randn(2, 3), torch.tensor([0, 2]))
assert brain.model.weight.grad is None
