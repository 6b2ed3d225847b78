from nets import Gate, Wide


def build_model(args):
    if args.arch == "Gate":
        net = Gate(4)
    elif args.arch == "Wide":
        net = Wide(4)
    else:
        raise ValueError(args.arch)
    return net
