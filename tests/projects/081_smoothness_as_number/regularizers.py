def total_variation(image):
    dx = (image[:, 1:] - image[:, :-1]).abs().mean()
    dy = (image[1:] - image[:-1]).abs().mean()
    return dx + dy
