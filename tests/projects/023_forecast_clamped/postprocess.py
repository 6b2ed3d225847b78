LOW, HIGH = 0.0, 1.0


def to_range(forecast):
    """The load is a share of the capacity."""
    forecast.data.clamp_(LOW, HIGH)
    return forecast
