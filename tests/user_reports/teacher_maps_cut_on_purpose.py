"""A user doubts a distance whose one factor is computed in numpy; the other factor carries the gradient."""
# torch: runs
# report: https://github.com/JunMa11/SegWithDistMap/issues/22
# no pitfall: the distance maps are weights by intent
import numpy as np
import torch
from torch import nn


def compute_dtm(mask):
    return np.cumsum(mask > 0.5, axis=1).astype(np.float64)


def hd_loss(seg_soft, gt, seg_dtm, gt_dtm):
    delta_s = (seg_soft - gt.double()) ** 2
    return (delta_s * (seg_dtm**2 + gt_dtm**2)).mean()


net = nn.Linear(3, 4)
gt = torch.tensor([[0, 1, 1, 0], [1, 1, 0, 0]])
seg_soft = torch.sigmoid(net(torch.randn(2, 3)))
with torch.no_grad():
    seg_dtm = torch.from_numpy(compute_dtm(seg_soft.numpy()))
    gt_dtm = torch.from_numpy(compute_dtm(gt.numpy()))
loss = hd_loss(seg_soft, gt, seg_dtm, gt_dtm)
loss.backward()
