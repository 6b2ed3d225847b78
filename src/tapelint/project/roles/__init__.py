"""Roles: what comes from outside, told by how code uses it, before anything is executed.

An argument, or an attribute that holds one, is a network if somebody asks it for its parameters,
an optimiser if it steps and clears. :mod:`facts` collects the uses, :mod:`role` has the lattice of
roles, and :mod:`inference` makes the one of the other. It knows no rule and no engine.
"""
