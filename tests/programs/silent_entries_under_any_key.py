"""Entries of a dict that a loop over its keys has replaced: no backward raises."""

import torch
from torch import nn

weight = torch.ones(2, requires_grad=True)
parts = nn.ModuleDict({"a": nn.Linear(2, 2), "b": nn.Linear(2, 2)})


def scaled(features):
    for name in features:
        features[name] = features[name] * weight
    return features


def updated(features):
    updates = []
    for name, part in parts.items():
        updates.append(part(features[name]))
    for name, update in zip(features, updates):
        features[name] = features[name] + update
    return features


def updated_by_name(features):
    updates = [parts["a"](features["a"]), parts["b"](features["b"])]
    for name, update in dict(zip(features, updates)).items():
        features[name] = features[name] + update
    return features


batch = torch.ones(1, 2)
scaled({"a": batch, "b": batch})["a"].sum().backward()
updated({"a": batch, "b": batch})["a"].sum().backward()
updated_by_name({"a": batch, "b": batch})["a"].sum().backward()
