"""requires_grad_ comes last."""
# torch: runs
import torch

images = (0.01 * torch.randn(10, 3, 4, 4)).requires_grad_()
optimizer = torch.optim.SGD([images], lr=0.1, momentum=0.5)
