from torch import nn


class LinearProbe(nn.Module):
    def __init__(self, encoder, n_out, classes):
        super().__init__()
        self.encoder = [encoder]  # not a submodule: stays out of state_dict
        self.norm = nn.LayerNorm(n_out)
        self.fc = nn.Linear(n_out, classes)

    def forward(self, x):
        return self.fc(self.norm(self.encoder[0].embed(x)))
