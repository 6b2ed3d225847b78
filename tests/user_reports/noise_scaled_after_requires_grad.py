"""The synthetic images are scaled in the expression that makes them."""
# torch: raises ValueError: can't optimize a non-leaf Tensor
# report: https://github.com/pytorch/pytorch/issues/140469
import torch

image_syn = torch.randn(size=(10, 3, 4, 4), dtype=torch.float, requires_grad=True) * 0.01  # expect: TAP106
optimizer_img = torch.optim.SGD([image_syn], lr=0.1, momentum=0.5)
