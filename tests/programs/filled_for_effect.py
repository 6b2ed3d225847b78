import torch
from somewhere import gather, log_loss, strategy


def filled(parts):
    total = torch.zeros(3)
    gather(total, parts)
    total.sum().backward()


def filled_by_a_method(parts):
    total = torch.zeros(3)
    strategy.reduce(parts, out=total)
    total.sum().backward()


def logged(parts):
    total = torch.zeros(3)
    log_loss(total)
    total.sum().backward()  # expect: TAP104


def printed():
    total = torch.zeros(3)
    print(total)
    total.sum().backward()  # expect: TAP104


def result_taken(parts):
    total = torch.zeros(3)
    shown = gather(total, parts)
    total.sum().backward()  # expect: TAP104
    return shown


def filled_in_a_function_that_is_followed(parts):
    def inner(out):
        gather(out, parts)

    total = torch.zeros(3)
    inner(total)
    total.sum().backward()
