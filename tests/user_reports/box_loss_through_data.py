"""The predicted boxes are masked through .data, and the box term of the loss trains nothing."""
# torch: wrong gradient
# report: https://github.com/rimchang/Faster-RCNN-Pytorch-Simple/issues/2
import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd import Variable

head = nn.Linear(4, 6)  # parameter
out = head(torch.randn(3, 4))
scores, boxes = out[:, :2], out[:, 2:]
inside = torch.tensor([[1.0], [0.0], [1.0]])
boxes = Variable(torch.mul(boxes.data, inside))
score_loss = F.cross_entropy(scores, torch.tensor([0, 1, 1]))
box_loss = F.smooth_l1_loss(boxes, torch.zeros(3, 4))
loss = score_loss + box_loss  # expect: TAP104 likely
loss.backward()
