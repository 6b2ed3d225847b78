"""backward raised, so the loss was told to require grad: no error any more, and no accuracy."""
# torch: no gradient
# report: https://github.com/ronghuaiyang/arcface-pytorch/issues/56
import torch
import torch.nn.functional as F
from torch import nn

model = nn.Linear(3, 4)  # parameter
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
feature = model(torch.randn(2, 3)).data
output = F.normalize(feature)
loss = F.cross_entropy(output, torch.tensor([1, 3]))
loss.requires_grad = True  # expect: TAP103
optimizer.zero_grad()
loss.backward()
optimizer.step()
