import torch
from learner import Learner
from utils import to_tensor

q = Learner(4, 3).q
assert not to_tensor([q(torch.randn(4))[0], q(torch.randn(4))[1]]).requires_grad
learner = Learner(4, 3)
learner.update([(torch.randn(4), 0, 1.0, torch.randn(4))])
assert learner.q.q.bias.grad is None
assert learner.q.q.weight.grad is not None
