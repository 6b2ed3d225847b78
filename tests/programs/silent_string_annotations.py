import torch
def f(a: "", b: " torch.Tensor", c: "torch.Tensor\n", d: "list['torch.Tensor']", e: r"x", g: "a b", h: "(", i: "'torch.Tensor'", j: b"x", k: "\x00", l: "lambda: 0", m: "*a", n: "x := 1", o: "yield"):
    return a
x: "torch.Tensor" = torch.zeros(3)
x += 1
