"""What autograd does: the graph, leaves, changes in place, what a backward needs and frees."""
