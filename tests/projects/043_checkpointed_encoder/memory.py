from torch.utils.checkpoint import checkpoint


def run_block(block, x, save_memory):
    if save_memory:
        return checkpoint(block, x, use_reentrant=True)
    return block(x)
