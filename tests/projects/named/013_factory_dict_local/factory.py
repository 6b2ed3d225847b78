from nets import Gate, Wide


def build_model(args):
    zoo = {"Gate": Gate, "Wide": Wide}
    return zoo[args.arch](width=4)
