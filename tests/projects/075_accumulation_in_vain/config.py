class Config:
    batch_size = 4
    accumulation_steps = 4
    lr = 1e-2
    epochs = 2
    n_features = 6
