from torch import nn


def create_model(cfg):
    layers = [nn.Linear(cfg["in"], cfg["hid"]), nn.BatchNorm1d(cfg["hid"]), nn.ReLU()]
    if cfg.get("dropout"):
        layers.append(nn.Dropout(cfg["dropout"]))
    layers.append(nn.Linear(cfg["hid"], cfg["out"]))
    return nn.Sequential(*layers)
