# torch: a function raises where it is marked, and nowhere else
import torch
from torch import nn
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

STEPS = torch.ones(5, 2, 3)


def packed():
    return pack_padded_sequence(STEPS, [5, 4])


def data_of_the_output():
    out, (h, c) = nn.LSTM(3, 4)(packed())
    out.data.mul_(2.0)
    out.data.sum().backward()


def data_of_the_input():
    steps = packed()
    out, _ = nn.LSTM(3, 4)(steps)
    steps.data.zero_()  # expect: TAP202
    out.data.sum().backward()


def padded():
    out, h = nn.GRU(3, 4)(packed().to("cpu"))
    padded, lengths = pad_packed_sequence(out)
    padded *= 2
    padded.sum().backward()


def padded_and_bounded():
    out, h = nn.GRU(3, 4)(packed())
    padded, lengths = pad_packed_sequence(out)
    bounded = torch.sigmoid(padded)
    bounded *= 2  # expect: TAP202
    bounded.sum().backward()


def packed_again():
    steps = packed()
    out, h = nn.GRU(3, 3)(steps)
    out = PackedSequence(torch.sigmoid(out.data), steps.batch_sizes)
    out.data.mul_(2)  # expect: TAP202
    pad_packed_sequence(out)[0].sum().backward()


def given(rnn, steps):
    if isinstance(steps, PackedSequence):
        out, h = rnn(steps)
        out.data.mul_(2)
        return out.data.sum()
