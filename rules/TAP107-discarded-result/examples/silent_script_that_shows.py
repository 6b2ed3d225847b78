"""A script of a course: its lines are typed at a prompt, and show what they give."""

# torch: runs
import torch

x = torch.arange(0, 100).reshape(5, 20)
x.size()
x.transpose(0, 1)
x.view(4, 5, 5)
