"""Rotations as Maya has them: a * b turns by a, then by b; Euler angles in the order of their name."""

import math

ORDERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (1, 0, 2), (2, 1, 0))


class MVector:
    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z

    def __mul__(self, factor):
        return MVector(self.x * factor, self.y * factor, self.z * factor)

    def rotateBy(self, q):
        turned = q.inverse() * MQuaternion(self.x, self.y, self.z, 0.0) * q
        return MVector(turned.x, turned.y, turned.z)


class MQuaternion:
    def __init__(self, *given):
        if len(given) == 2:
            angle, axis = given
            share = math.sin(angle / 2.0)
            given = (axis.x * share, axis.y * share, axis.z * share, math.cos(angle / 2.0))
        self.x, self.y, self.z, self.w = given or (0.0, 0.0, 0.0, 1.0)

    def __mul__(self, then):
        a, b = then, self
        return MQuaternion(
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        )

    def inverse(self):
        return MQuaternion(-self.x, -self.y, -self.z, self.w)

    def asEulerRotation(self):
        return _euler(self, 0)


class MEulerRotation:
    def __init__(self, x, y, z, order=0):
        self.x, self.y, self.z, self.order = x, y, z, order

    def asQuaternion(self):
        angles = (self.x, self.y, self.z)
        product = MQuaternion()
        for axis in ORDERS[self.order]:
            unit = MVector(*(float(axis == i) for i in range(3)))
            product = product * MQuaternion(angles[axis], unit)
        return product

    def reorder(self, order):
        return _euler(self.asQuaternion(), order)

    def closestSolution(self, target):
        i, j, k = ORDERS[self.order]
        here = [self.x, self.y, self.z]
        other = list(here)
        other[i], other[j], other[k] = here[i] + math.pi, math.pi - here[j], here[k] + math.pi
        wanted = (target.x, target.y, target.z)
        turn = 2.0 * math.pi
        near = [[a + turn * round((b - a) / turn) for a, b in zip(angles, wanted)] for angles in (here, other)]
        best = min(near, key=lambda angles: sum((a - b) ** 2 for a, b in zip(angles, wanted)))
        return MEulerRotation(*best, self.order)


def _euler(q, order):
    i, j, k = ORDERS[order]
    sign = 1.0 if (j - i) % 3 == 1 else -1.0
    # Columns of the turn: where the axes go.
    units = [MVector(*(float(axis == n) for n in range(3))).rotateBy(q) for axis in range(3)]
    entry = [[(units[column].x, units[column].y, units[column].z)[row] for column in range(3)] for row in range(3)]
    angles = [0.0, 0.0, 0.0]
    angles[j] = math.asin(max(-1.0, min(1.0, -sign * entry[k][i])))
    angles[i] = math.atan2(sign * entry[k][j], entry[k][k])
    angles[k] = math.atan2(sign * entry[j][i], entry[i][i])
    return MEulerRotation(*angles, order)
