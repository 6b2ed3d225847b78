import torch
match x:
    case {"a": [1, *rest], **kw} | {"b": rest, **kw}: pass
    case -1 | 1 + 2j | None | "x" "y" | a.b: pass
    case [(1 as one), _]: pass
    case K(a=1, b=torch.Tensor()): pass
x = y = z = torch.zeros(3)
x[0], (y[1], *z[2:]) = 1, (2, 3)
del x[0], (y.a, z), [f]
@(lambda f: f)
class K(metaclass=type, **{}): pass
assert (a := 1), f"{a!r:>{a}}"
for x[0] in y: pass
for k.a, *k.b in []: pass
with open("a") as k.c, open("b") as (p, q): pass
async def h():
    async with a as (b, c), d as e[0], f() as g.h: pass
    return [await x async for x in y if await x]
x: int
