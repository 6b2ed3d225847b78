"""What a method assigns that is called too deep to be followed is not known any more."""

import torch
import torch.nn.functional as F


class Content:
    def __init__(self, target):
        self.target = target.detach()
        self.loss = F.mse_loss(self.target, self.target)

    def update(self, image):
        self.loss = F.mse_loss(image, self.target)


def five(content, image):
    content.update(image)


def four(content, image):
    five(content, image)


def three(content, image):
    four(content, image)


def two(content, image):
    three(content, image)


def one(content, image):
    two(content, image)


def transfer(image):
    content = Content(torch.zeros(3))
    one(content, image.requires_grad_())
    content.loss.backward()
