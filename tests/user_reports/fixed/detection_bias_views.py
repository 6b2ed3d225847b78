"""The changes stand under no_grad."""
# torch: runs
import math

import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self, classes=2, boxes=3):
        super().__init__()
        self.boxes = boxes
        self.outputs = nn.ModuleList([nn.Conv2d(4, boxes * (5 + classes), 1) for _ in range(2)])
        self.write_prior(objects=0.01, chance=1.0 / classes)

    @torch.no_grad()
    def write_prior(self, objects, chance):
        for output in self.outputs:
            per_box = output.bias.view(self.boxes, -1)
            per_box[:, 4] += math.log(objects)
            per_box[:, 5:] += math.log(chance)


detector = Detector()
