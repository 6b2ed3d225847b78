def shifted(prediction, target):
    prediction += 0.1
    return ((prediction - target) ** 2).mean()
