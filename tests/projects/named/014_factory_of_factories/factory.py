from nets import Gate, Wide


def gate(args):
    return Gate(4)


def wide(args):
    return Wide(4)


MAKERS = {"Gate": gate, "Wide": wide}


def build_model(args):
    return MAKERS[args.arch](args)
