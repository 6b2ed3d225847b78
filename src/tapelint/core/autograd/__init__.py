"""torch's autograd: tensors, memory, the graph, backward. Torch's own rules, nothing else."""
