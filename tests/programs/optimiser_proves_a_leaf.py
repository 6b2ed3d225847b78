import torch
def style(content, model, loss_fn):
    img = content.clone()
    img.requires_grad_(True)
    opt = torch.optim.LBFGS([img])
    def closure():
        img.clamp_(0, 1)  # expect: TAP201
        opt.zero_grad(); loss = loss_fn(model(img)); loss.backward(); return loss
    opt.step(closure)
