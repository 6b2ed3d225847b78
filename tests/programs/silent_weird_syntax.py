import torch
def f(*, a, b=1, **k): return a
def g(a, /, b): return b
f(a=1); g(1, 2, *[3], **{"c": 4})
lambda: (yield)
async def h():
    async with a as (b, c), d as e[0], f() as g.h: pass
    return [await x async for x in y if await x]
print(*[1], sep="", **{})
x = y = z = torch.zeros(3)
x[0], (y[1], *z[2:]) = 1, (2, 3)
del x[0], (y.a, z), [f]
@(lambda f: f)
class K(metaclass=type, **{}): pass
assert (a := 1), f"{a!r:>{a}}"
for x[0] in y: pass
for k.a, *k.b in []: pass
with open("a") as k.c, open("b") as (p, q): pass
try: pass
except (A, B) as e: raise X from e
match x:
    case {"a": [1, *rest], **kw} | K(a=1, b=torch.Tensor()): pass
    case -1 | 1 + 2j | None | "x" "y" | a.b: pass
    case [(1 as one), _]: pass
print(not -+~x, x if y else z, x @ y, x << 1 >> 2)
global_ = ...
x: int; y.a: "int" = 3; (z): str = ""
torch.tensor; torch.zeros; torch.nn.Linear(2, 1).weight.data.x.y
if (yield_ := 1): pass
1 .real
