"""The distances of a triplet loss are computed in numpy; their mean is returned as a leaf."""
# torch: no gradient
# report: https://github.com/roman-vygon/triplet_loss_kws/issues/6
import numpy as np
import torch
from torch import nn


class TripletLoss(nn.Module):
    def forward(self, anchor, positive, negative):
        anchor = anchor.detach().numpy()
        near = np.square(anchor - positive.detach().numpy()).sum(axis=1)
        far = np.square(anchor - negative.detach().numpy()).sum(axis=1)
        losses = torch.from_numpy(np.maximum(near - far + 1.0, 0.0))
        mean_losses = losses.mean()
        mean_losses.requires_grad = True  # expect: TAP103
        return mean_losses


encoder = nn.Linear(3, 2)  # parameter
anchor, positive, negative = torch.randn(3, 4, 3)
loss = TripletLoss()(encoder(anchor), encoder(positive), encoder(negative))
loss.backward()
