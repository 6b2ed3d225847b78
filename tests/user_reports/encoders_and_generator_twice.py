"""One forward, a backward and steps for encoder and generator, and a second backward for the generator alone."""
# torch: raises RuntimeError: modified by an inplace operation
# report: https://github.com/HsinYingLee/DRIT/issues/48
import torch
from torch import nn


class Translation:
    def __init__(self):
        self.encoder = nn.Linear(3, 4)
        self.generator = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 3))
        self.for_encoder = torch.optim.Adam(self.encoder.parameters())
        self.for_generator = torch.optim.Adam(self.generator.parameters())

    def translate(self, image):
        content = self.encoder(image)
        self.image = image
        self.translated = self.generator(content)
        self.restyled = self.generator(content + 1.0)

    def backward_both(self):
        (self.translated - self.image).abs().mean().backward(retain_graph=True)

    def backward_alone(self):
        self.restyled.square().mean().backward()

    def update(self):
        self.for_encoder.zero_grad()
        self.for_generator.zero_grad()
        self.backward_both()
        self.for_encoder.step()
        self.for_generator.step()  # expect: TAP204

        self.for_generator.zero_grad()
        self.backward_alone()
        self.for_generator.step()


translation = Translation()
translation.translate(torch.randn(2, 3))
translation.update()
