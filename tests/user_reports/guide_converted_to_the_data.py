"""The parameters of a guide take the type of the data, and only the copies are kept."""
# torch: runs
# report: https://github.com/pyro-ppl/pyro/pull/970
# not caught: TAP106: `type_as` makes another tensor only where the types differ, and they are not known
import torch


class Guide:
    def __init__(self, data):
        self.loc = torch.randn(1, data.shape[1], requires_grad=True).type_as(data)
        self.log_scale = torch.randn(1, data.shape[1], requires_grad=True).type_as(data)

    def sample(self):
        return self.loc + self.log_scale.exp() * torch.randn_like(self.loc)


data = torch.randn(4, 2, dtype=torch.float32)
guide = Guide(data)
loss = (data - guide.sample()).square().mean()
loss.backward()
assert not guide.loc.is_leaf
