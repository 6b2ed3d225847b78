import torch
class A:
    def f(self, n): return self.g(n) if n else torch.zeros(3, requires_grad=True)
    def g(self, n): return self.f(n - 1)
    @property
    def p(self): return self.p + 1
    def __call__(self): return self()
a = A(); a.f(3); a.p; a()
f = lambda x: f(x) + f(x); f(1)
x = []; x.append(x); y = torch.tensor(x); d = {}; d["d"] = d; torch.tensor(list(d.values())); torch.stack(x)
def gen():
    yield from gen()
list(gen())
