"""A spectrogram to be optimised requires grad first and is moved afterwards."""
# torch: raises ValueError: can't optimize a non-leaf Tensor
# report: https://github.com/mazzzystar/randomCNN-voice-transfer/issues/16
import torch
from torch.autograd import Variable

content = torch.randn(1, 4, 8)
generated = torch.randn(content.shape) * 1e-3
generated = Variable(generated, requires_grad=True).to(torch.bfloat16)  # expect: TAP106
optimizer = torch.optim.Adam([generated], lr=2e-3)
