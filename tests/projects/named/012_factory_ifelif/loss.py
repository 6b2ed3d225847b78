def shifted(prediction, target):
    return ((prediction - target) ** 2).mean()
