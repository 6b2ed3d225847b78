import torch.nn as nn

ACTIVATIONS = {"relu": nn.ReLU, "tanh": nn.Tanh, "gelu": nn.GELU}


def make_layer(n_in, n_out, activation):
    return nn.Sequential(nn.Linear(n_in, n_out), ACTIVATIONS[activation]())
