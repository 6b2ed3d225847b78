import torch

from engine import Learner
from network import LeNet


def digits(n, size=28):
    labels = torch.randint(0, 10, (n,))
    images = torch.rand(n, 1, size, size) * 0.2
    for image, label in zip(images, labels):
        image[0, 2 * label : 2 * label + 4] += 0.8
    return images, labels


if __name__ == "__main__":
    torch.manual_seed(0)
    learner = Learner(LeNet(), lr=1e-3)
    for step in range(10):
        print(step, learner.training_step(digits(16)))
