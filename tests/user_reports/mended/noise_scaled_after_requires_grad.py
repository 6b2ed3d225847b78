"""requires_grad_ comes last."""
# torch: runs
import torch

image_syn = (torch.randn(size=(10, 3, 4, 4), dtype=torch.float) * 0.01).requires_grad_()
optimizer_img = torch.optim.SGD([image_syn], lr=0.1, momentum=0.5)
