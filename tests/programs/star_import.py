from torch import *
w = zeros(3, requires_grad=True)
w.normal_()  # expect: TAP201
t = tensor([w.sum(), w.mean()])  # expect: TAP101
