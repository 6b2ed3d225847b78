"""All rows of an embedding with max_norm are compared first, and then a few of them are looked up."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/pytorch/pytorch/issues/26596
import torch
from torch import nn

places = nn.Embedding(6, 3, max_norm=1.0)
project = nn.Linear(3, 2, bias=False)
everywhere = project(places.weight)  # expect: TAP203
somewhere = project(places(torch.tensor([1, 4])))
loss = (somewhere @ everywhere.T).sigmoid().sum()
loss.backward()
