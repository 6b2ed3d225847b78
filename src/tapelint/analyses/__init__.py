"""Analyses: what the events of the core mean for one family of rules.

An analysis listens to the core while a file is run, with fields of its own, and gives facts
afterwards. It knows no rule.
"""
