import torch
from inference import predict
from tabular import TabularNet

net = TabularNet([5], 2, 1)
cats, nums = torch.zeros(50, 1, dtype=torch.long), torch.randn(50, 2)
assert not torch.equal(predict(net, cats, nums), predict(net, cats, nums))
