"""The error about a leaf was fixed with .data, where no_grad says the same and stays checked."""
# torch: runs
# report: https://github.com/ultralytics/yolov5/pull/1759
import math

import torch
from torch import nn


def write_prior(outputs, boxes, objects, chance):
    for output in outputs:
        per_box = output.bias.view(boxes, -1)
        per_box.data[:, 4] += math.log(objects)  # expect: TAP302
        per_box.data[:, 5:] += math.log(chance)  # expect: TAP302


write_prior(nn.ModuleList([nn.Conv2d(4, 21, 1)]), 3, 0.01, 0.5)
