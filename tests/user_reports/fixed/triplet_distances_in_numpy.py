"""The distances are torch's own."""
# torch: right gradient
import torch
from torch import nn


class TripletLoss(nn.Module):
    def forward(self, anchor, positive, negative):
        near = (anchor - positive).square().sum(dim=1)
        far = (anchor - negative).square().sum(dim=1)
        return (near - far + 1.0).clamp(min=0.0).mean()


encoder = nn.Linear(3, 2)  # parameter
anchor, positive, negative = torch.randn(3, 4, 3)
loss = TripletLoss()(encoder(anchor), encoder(positive), encoder(negative))
loss.backward()
