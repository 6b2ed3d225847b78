from torch import nn


class QFunction(nn.Module):
    def __init__(self, state_dim, n_actions):
        super().__init__()
        self.embed = nn.Linear(state_dim, 16)
        self.q = nn.Linear(16, n_actions)

    def forward(self, s):
        return self.q(self.embed(s).tanh())

    def weight_norm(self):
        return self.q.weight.pow(2).sum() + self.embed.weight.pow(2).sum()
