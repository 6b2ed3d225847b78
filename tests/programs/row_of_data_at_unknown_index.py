from torch import nn


def init_weights(module: nn.Module) -> None:
    if isinstance(module, nn.Embedding):
        module.weight.data[module.padding_idx].zero_()  # expect: TAP302


def scaled_rows(layer: nn.Linear, index):
    rows = layer.weight.data[index]
    rows.mul_(2)
    return rows
