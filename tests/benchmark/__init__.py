"""How much tapelint costs, as ratios of CPU time, measured with environments of its own."""
