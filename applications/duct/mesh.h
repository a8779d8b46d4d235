#ifndef MESH_H
#define MESH_H

#include <vector>
#include "flow.h"

struct Mesh {
  int cells;
  int faces;
  std::vector<int> left;         /* the cell a face's normal points out of */
  std::vector<int> right;        /* the cell it points into, or what lies beyond */
  std::vector<fp3> normal;       /* times the area */
  std::vector<fp3> face_centre;
  std::vector<fp3> cell_centre;
  std::vector<fp> volume;
  std::vector<int> first_face;   /* faces of a cell: compressed rows */
  std::vector<int> face_of;
};

/* a channel with a bump on its floor, n cells high, numbered as a mesh generator would: not in order */
Mesh generate_channel(int n);

/* text: counts, then a line for each face and each cell; ends the program if the file is not like that */
Mesh read_mesh(const char *path);
void write_mesh(const Mesh &mesh, const char *path);

#endif
