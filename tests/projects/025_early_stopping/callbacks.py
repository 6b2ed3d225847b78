class EarlyStopping:
    """Stops when the validation loss has not improved for some epochs, and restores the best."""

    def __init__(self, patience=3, min_delta=0.0):
        self.patience = patience
        self.min_delta = min_delta
        self.best_loss = float("inf")
        self.best_state = None
        self.bad_epochs = 0

    def update(self, loss, model):
        if loss < self.best_loss - self.min_delta:
            self.best_loss = loss
            self.best_state = model.state_dict()
            self.bad_epochs = 0
        else:
            self.bad_epochs += 1
        return self.bad_epochs >= self.patience

    def restore(self, model):
        model.load_state_dict(self.best_state)
