"""Under no_grad nothing is saved, so the teacher's prediction may be sharpened in place."""

# torch: right gradient
import torch

student = torch.tensor([0.2, 0.3], requires_grad=True)  # parameter
teacher = torch.tensor([0.5, 0.1], requires_grad=True)
with torch.no_grad():
    target = torch.softmax(teacher, dim=0)
    target /= target.max()
loss = (student - target).pow(2).sum()
loss.backward()
