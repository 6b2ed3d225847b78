import torch
from encoders import ImageEncoder

net, x = ImageEncoder(4), torch.randn(2, 3, 12, 12)
assert not torch.equal(net(x), net(x))
assert [n for n, _ in net.named_parameters()] == ["conv.weight", "conv.bias"]
