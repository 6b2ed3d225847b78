def shifted(prediction, target):
    mean, scale = prediction
    error = ((mean - target) / scale) ** 2
    scale.log_()
    return (error / 2 + scale).mean()
