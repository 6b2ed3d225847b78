"""The weights of assumptions: what was read, and the table that is made of it.

``readings.csv`` holds facts alone: for each report that was read and rests on an assumption, where
it stands, what it assumes, and whether it was right. It is made by ``collect`` from verdicts on
code that lies on the disk. ``python -m tests.weights`` makes the table of the package and the one
in the docs from it.
"""
