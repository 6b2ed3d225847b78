import torch
from torch import nn


def build_head(width, horizon):
    return nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, horizon))


class QuantileForecaster(nn.Module):
    def __init__(self, config):
        super().__init__()
        width = config["width"]
        self.encoder = nn.GRU(1, width, batch_first=True)
        self.quantiles = config["quantiles"]
        self.heads = {q: build_head(width, config["horizon"]) for q in self.quantiles}

    def forward(self, series):
        _, h = self.encoder(series.unsqueeze(-1))
        return torch.stack([self.heads[q](h[-1]) for q in self.quantiles], dim=-1)
