import torch
w = torch.zeros(3, requires_grad=True)
async def f(q):
    async with q.lock:
        with torch.no_grad():
            w.add_(1)
    async for x in q:
        w2 = await x
        w2 += 1
    return [y async for y in q]
