def freeze(module):
    for parameter in module.parameters():
        parameter.requires_grad = False


def unfreeze(module):
    module.requires_grad_(True)


def trainable(module):
    return [p for p in module.parameters() if p.requires_grad]
