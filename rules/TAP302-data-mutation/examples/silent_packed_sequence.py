"""The data of a PackedSequence is a field that carries history."""

# torch: right gradient
import torch
from torch.nn.utils.rnn import pack_sequence

w = torch.tensor([[1.0], [2.0]], requires_grad=True)  # parameter
packed = pack_sequence([w * 2.0, w[:1] * 3.0])
loss = packed.data.pow(2).sum()
loss.backward()
