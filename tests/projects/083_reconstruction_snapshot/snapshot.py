import numpy as np


class SnapshotWriter:
    """Keeps reconstructions as arrays of bytes, to be drawn later."""

    def __init__(self, every):
        self.every = every
        self.frames = []

    def maybe_add(self, step, outputs):
        if step % self.every == 0:
            frame = outputs[:4].numpy()
            self.frames.append((np.clip(frame, 0, 1) * 255).astype(np.uint8))
