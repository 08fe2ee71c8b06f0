"""Prints the constituents of a few harbours as JSON."""

import json
import sys

HARBOURS = {
    "st-malo": [("M2", 3.71, 28.984, 172.0), ("S2", 1.46, 30.0, 222.0), ("N2", 0.72, 28.44, 155.0)],
    "cuxhaven": [("M2", 1.35, 28.984, 339.0), ("S2", 0.35, 30.0, 44.0), ("N2", 0.22, 28.44, 316.0)],
}


def station(rows):
    names = ("name", "amplitudeM", "degreesPerHour", "phaseDegrees")
    return [dict(zip(names, row)) for row in rows]


if __name__ == "__main__":
    json.dump({name: station(rows) for name, rows in HARBOURS.items()}, sys.stdout, indent=2)
    print()
