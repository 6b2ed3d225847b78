"""The bias of a detection head, seen as a table and shifted through .data of the view."""

# torch: runs
from torch import nn


def favour_objects(head):
    table = head.bias.view(3, -1)
    table.data[:, 0] += 1.0  # expect: TAP302
    table.data[:, 1:].fill_(0.1)  # expect: TAP302


head = nn.Conv2d(1, 6, 1)
favour_objects(head)
