import torch
from torch import nn
lin = nn.Linear(2, 2)
nn.init.normal_(lin.weight)
torch.nn.init.xavier_uniform_(lin.weight)
nn.init.zeros_(lin.bias.data)  # expect: TAP302
