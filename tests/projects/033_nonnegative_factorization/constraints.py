def project_nonnegative(model, floor=0.0):
    for p in model.parameters():
        p.clamp_(min=floor)
