"""Published packages, linted: what tapelint finds in code that others maintain.

``packages.txt`` names them, ``findings.csv`` holds what was found and how it was judged.
"""
