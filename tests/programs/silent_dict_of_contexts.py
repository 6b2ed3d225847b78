import torch, contextlib
w = torch.zeros(3, requires_grad=True)
modes = {"eval": torch.no_grad, "train": contextlib.nullcontext}
with modes["eval"]():
    w.add_(1)
def run(mode):
    with modes[mode]():
        if mode == "eval":
            w.add_(1)
run("eval")
