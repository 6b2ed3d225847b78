import torch
cell = torch.nn.GRUCell(3, 3)
def detached_in_place(inputs):
    hidden = None
    for x in inputs:
        if hidden is not None:
            hidden.detach_()
        hidden = cell(x, hidden)
        hidden.sum().backward()
def not_detached(inputs):
    hidden = torch.zeros(1, 3)
    for x in inputs:
        hidden = cell(x, hidden)
        hidden.sum().backward()  # expect: TAP501
