"""The scale and offset of a similarity are moved to where the loss is computed, and have no .grad to clip."""
# torch: raises AttributeError: 'NoneType' object has no attribute 'mul_'
# report: https://github.com/CorentinJ/Real-Time-Voice-Cloning/issues/237
import torch
from torch import nn


class Voices(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.embed = nn.Linear(3, 2)
        self.scale = nn.Parameter(torch.tensor([10.0])).to(kind)  # expect: TAP106
        self.offset = nn.Parameter(torch.tensor([-5.0])).to(kind)  # expect: TAP106

    def similarity(self, utterances):
        voices = self.embed(utterances)
        return voices @ voices.T * self.scale + self.offset

    def slow_down(self):
        for one in (self.scale, self.offset):
            one.grad.mul_(0.01)


voices = Voices(torch.float32)
voices.similarity(torch.randn(4, 3)).square().mean().backward()
voices.slow_down()
