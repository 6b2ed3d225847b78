"""Where the state is written it has a history; where it is a leaf it needs no gradient."""

# torch: runs
import argparse
import io
import pickle

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.gru = settings.gru
        self.cell = nn.LSTMCell(4, 3)

    def forward(self, frames, state):
        for frame in frames:
            if not self.gru:
                _, c = self.cell(frame)
                state[torch.tensor([0, 2])] = c
        return state


def train(settings, loader):
    if settings.gru:
        print("GRU")
    pickle.dump(settings, io.BytesIO())
    net = Net(settings)
    for frames in loader:
        state = torch.zeros(5, 3)
        if settings.cuda:
            state = state.cuda()
        net(frames, state).sum().backward()


train(argparse.Namespace(gru=False, cuda=False), torch.randn(3, 4, 2, 4))
