"""What gives a network back: on more devices, compiled, or prepared by a training library.

What is learned of the network holds of what they give: it has the same parameters, and a call of
it is a call of the network. torch.compile and TorchScript, too, raise where the network itself
raises.
"""

from __future__ import annotations

WRAPPERS = {
    "apex.parallel.DistributedDataParallel": "module",
    "apex.parallel.convert_syncbn_model": "module",
    "torch.compile": "model",
    "torch.distributed.fsdp.FullyShardedDataParallel": "module",
    "torch.jit.script": "obj",
    "torch.jit.trace": "func",
    "torch.nn.DataParallel": "module",
    "torch.nn.SyncBatchNorm.convert_sync_batchnorm": "module",
    "torch.nn.parallel.DataParallel": "module",
    "torch.nn.parallel.DistributedDataParallel": "module",
    "torch.nn.parallel.data_parallel.DataParallel": "module",
    "torch.nn.parallel.distributed.DistributedDataParallel": "module",
}
"""What is called with a network, first of all, and gives it back; with that parameter's name."""
CALLS_IN_PARALLEL = frozenset(
    {"torch.nn.parallel.data_parallel", "torch.nn.parallel.data_parallel.data_parallel"}
)
"""Functions that call a network: ``data_parallel(net, inputs)``."""
WRAPPED = "module"
"""The attribute under which a wrapper has the network."""
PREPARING_FUNCTIONS: dict[str, tuple[tuple[int | None, str], ...]] = {
    "apex.amp.initialize": ((0, "models"), (1, "optimizers")),
    "intel_extension_for_pytorch.optimize": ((0, "model"), (None, "optimizer")),
}
"""Functions that give back what they are given, in that order; with the parameters' places."""
PREPARING_METHODS = frozenset(
    {
        "prepare", "prepare_model", "prepare_optimizer", "setup", "setup_module",
        "setup_optimizers",
    }
)  # fmt: skip
"""Methods of the same kind: Accelerate's ``Accelerator`` and Lightning's ``Fabric`` have them."""
