import torch
from torch.nn.utils.rnn import pack_padded_sequence
x = torch.zeros(2, 3, 4)
p = pack_padded_sequence(x, [3, 2], batch_first=True)
p.data.mul_(2)
