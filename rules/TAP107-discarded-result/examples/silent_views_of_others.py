"""Objects with methods of such names, which do something."""

# torch: runs
import torch


class Canvas:
    def __init__(self):
        self.seen = []

    def view(self, x, y):
        self.seen.append((x, y))

    def redraw(self):
        self.seen.append(None)


def show(canvas):
    canvas.view(0, 1)
    canvas.redraw()


def fold(node):
    node.expand(2)
    node.close()


class Node:
    def expand(self, depth):
        self.depth = depth

    def close(self):
        self.depth = 0


show(Canvas())
fold(Node())
assert torch.ones(1).sum() == 1
