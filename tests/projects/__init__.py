"""A hundred small projects that train, half of them with a pitfall; see `cases.py`."""
