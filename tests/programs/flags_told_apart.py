"""What ``isinstance`` has told apart: one class has a parameter of that name, another a module."""

import torch


def unfreeze(layers, kinds):
    for layer in layers:
        if isinstance(layer, kinds.Scalar):
            layer.gate.requires_grad = True
        else:
            for parameter in layer.gate.parameters():
                parameter.requires_grad = True


def freeze(layers, kinds):
    for layer in layers:
        if isinstance(layer, kinds.Gated):
            layer.gate(layer.inputs)
        elif isinstance(layer, kinds.Scalar):
            layer.gate.requires_grad = False


def freeze_all(layers):
    for layer in layers:
        layer.gate(layer.inputs)
        layer.gate.requires_grad = False  # expect: TAP603 likely
