// Tetrahedra around a wing: a box of side^3 cubes, bent a little so that no two are alike, each cut into six tetrahedra along its
// diagonal; the cubes of the wing are left out.
#pragma once

#define FACES 4
#define WING -1
#define FAR_FIELD -2

int countElements(int side, bool withWing);

// neighbour[face * elements + e] is an element, WING or FAR_FIELD; normal[(face * 3 + axis) * elements + e] points outwards and
// is as long as the face is large.
void buildMesh(int side, bool withWing, int *neighbour, double *normal, double *volume);
