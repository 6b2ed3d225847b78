"""What keeps the score from being taken."""


class PlantedError(Exception):
    """The score cannot be taken; the text says why and what to do."""
