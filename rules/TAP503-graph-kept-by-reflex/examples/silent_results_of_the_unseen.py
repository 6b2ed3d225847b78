"""What calls that are not seen have given may share a graph: the second backward needs it."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn

parts = {"encode": nn.Linear(4, 3), "decode": nn.Linear(3, 4), "classify": nn.Linear(3, 2)}


def run(name, x):
    return globals()["parts"][name](x)


def train(encode, decode, classify, x, labels):
    latent = encode(x).tanh()
    loss = F.cross_entropy(classify(latent), labels)
    loss.backward(retain_graph=True)
    F.mse_loss(decode(latent), x).backward()


train(
    lambda x: run("encode", x),
    lambda x: run("decode", x),
    lambda x: run("classify", x),
    torch.randn(5, 4),
    torch.tensor([0, 1, 0, 1, 1]),
)


scale = torch.ones(3, requires_grad=True)


def train_scaled(encode, x, wanted):
    latent = encode(x).tanh()
    F.mse_loss(latent, wanted).backward(retain_graph=True)
    (scale * latent).sum().backward()


train_scaled(lambda x: run("encode", x), torch.randn(5, 4), torch.zeros(5, 3))
