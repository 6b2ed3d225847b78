import argparse
import torch
import importlib
from loss import shifted


def main(args):
    module = importlib.import_module("pkg.nets")
    net = module.Gate()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        x, y = torch.randn(8, 4), torch.rand(8, 4)
        optimizer.zero_grad()
        out = net(x)
        loss = shifted(out, y)
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--arch", default="Gate")
    main(parser.parse_args())
