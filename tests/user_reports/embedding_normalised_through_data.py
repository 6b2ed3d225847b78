"""Instead of max_norm the rows of an embedding are normalised through .data."""
# torch: runs
# report: https://github.com/akanimax/pro_gan_pytorch/pull/37
import torch
from torch import nn


class ConditionalLayer(nn.Module):
    def __init__(self, classes, channels):
        super().__init__()
        self.label_embedder = nn.Embedding(classes, channels)
        norms = torch.norm(self.label_embedder.weight, p=2, dim=1).data
        self.label_embedder.weight.data = self.label_embedder.weight.data.div(  # expect: TAP302
            norms.view(classes, 1).expand_as(self.label_embedder.weight)
        )


layer = ConditionalLayer(4, 3)
