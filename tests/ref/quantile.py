#!/usr/bin/env python3
"""Makes quantile.csv: the nine quantiles of 1, 2, ..., n as exact fractions, from the
definitions of Hyndman and Fan (1996). Run it in this folder: python3 quantile.py"""
from fractions import Fraction as F
from math import floor

SIZES = [1, 2, 3, 4, 5, 7, 10, 11, 13, 20, 25, 40, 60, 99, 100, 1000, 1001]
SHARES = [F(k, 100) for k in range(101)] + [F(k, 1000) for k in (1, 5, 25, 975, 995, 999)]
# position of types 4 to 9: a + p (n + 1 - a - b)
AB = {4: (F(0), F(1)), 5: (F(1, 2), F(1, 2)), 6: (F(0), F(0)), 7: (F(1), F(1)),
      8: (F(1, 3), F(1, 3)), 9: (F(3, 8), F(3, 8))}


def quantile(n, p, kind):
    """Of the values 1, ..., n, whose value at a whole position is the position."""
    if kind <= 3:
        at = n * p - (F(1, 2) if kind == 3 else 0)
        j, g = floor(at), at - floor(at)
        if kind == 1:
            h = F(g > 0)
        elif kind == 2:
            h = F(1) if g > 0 else F(1, 2)
        else:
            h = F(g > 0 or j % 2 == 1)
    else:
        a, b = AB[kind]
        at = a + p * (n + 1 - a - b)
        j, h = floor(at), at - floor(at)
    lo, hi = (min(max(k, 1), n) for k in (j, j + 1))
    return (1 - h) * lo + h * hi


with open("quantile.csv", "w") as out:
    print("n,p," + ",".join(f"type{k}" for k in range(1, 10)), file=out)
    for n in SIZES:
        for p in SHARES:
            print(f"{n},{float(p)}," + ",".join(str(quantile(n, p, k)) for k in range(1, 10)),
                file=out)
