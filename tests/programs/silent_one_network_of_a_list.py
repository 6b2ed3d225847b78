import copy
import torch
from torch import nn
class Levels(nn.Module):
    def __init__(self):
        super().__init__()
        self.nets = nn.ModuleList([nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1)) for _ in range(3)])
    def update(self, level, x):
        loss = self.nets[level](x).mean()
        loss.backward()
    def adapt(self, level, x):
        net = copy.deepcopy(self.nets[level])
        net(x).mean().backward()
