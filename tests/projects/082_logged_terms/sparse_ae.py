from torch import nn


class SparseAutoEncoder(nn.Module):
    def __init__(self, n_in, n_code):
        super().__init__()
        self.enc = nn.Linear(n_in, n_code)
        self.dec = nn.Linear(n_code, n_in, bias=False)

    def forward(self, x):
        code = self.enc(x).relu()
        return self.dec(code), code
