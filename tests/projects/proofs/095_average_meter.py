from train import main

node, length = main(25).sum.grad_fn, 0
while node is not None and node.name() == "AddBackward0":
    node, length = node.next_functions[0][0], length + 1
assert length >= 24  # one operation for each step, still in memory
