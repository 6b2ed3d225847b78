"""The same argument of functions and classes that are no distributions."""

# torch: runs
import torch


class Command:
    def __init__(self, name, validate_args=True):
        self.name = name
        self.validate_args = validate_args


def parse(line, validate_args=False):
    return Command(line.split()[0], validate_args=validate_args)


command = parse("train now", validate_args=False)
other = Command("test", validate_args=False)
print(torch.ones(1), command.name, other.name)
