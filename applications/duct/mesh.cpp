#include "mesh.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace {

const fp CHANNEL_LENGTH = 3.0;
const fp BUMP_HEIGHT = 0.1;
const double PI = 3.14159265358979323846;

fp3 point(fp x, fp y, fp z)
{
  fp3 p = {x, y, z};
  return p;
}

fp3 operator+(const fp3 &a, const fp3 &b) { return point(a.x + b.x, a.y + b.y, a.z + b.z); }
fp3 operator-(const fp3 &a, const fp3 &b) { return point(a.x - b.x, a.y - b.y, a.z - b.z); }
fp3 operator*(fp s, const fp3 &a) { return point(s * a.x, s * a.y, s * a.z); }

fp3 cross(const fp3 &a, const fp3 &b)
{
  return point(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

fp dot(const fp3 &a, const fp3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

class Channel {
 public:
  explicit Channel(int n) : ni(3 * n), nj(n), nk(n) {}

  int cells() const { return ni * nj * nk; }

  /* a fixed shuffle: neighbours are far apart in memory, as they come out of a mesh generator */
  int cell(int i, int j, int k) const
  {
    long place = (long)(k * nj + j) * ni + i;
    long stride = 7;
    while (cells() % stride == 0) stride += 2;
    return (int)(place * stride % cells());
  }

  fp3 node(int i, int j, int k) const
  {
    fp x = CHANNEL_LENGTH * i / ni;
    fp floor = x > 1.0 && x < 2.0 ? BUMP_HEIGHT * std::pow(std::sin(PI * (x - 1.0)), 2) : 0.0;
    fp y = floor + (1.0 - floor) * j / nj;
    fp z = (fp)k / nk + 0.02 * std::sin(PI * k / nk) * std::sin(3.0 * x + 2.0 * y);
    return point(x, y, z);
  }

  const int ni, nj, nk;
};

/* an open-ended list of faces; quads are given by their corners, seen from the cell to the right */
void add_face(Mesh &mesh, const fp3 corner[4], int left, int right)
{
  mesh.left.push_back(left);
  mesh.right.push_back(right);
  mesh.normal.push_back(0.5 * cross(corner[2] - corner[0], corner[3] - corner[1]));
  mesh.face_centre.push_back(0.25 * (corner[0] + corner[1] + corner[2] + corner[3]));
}

void turn_outwards(Mesh &mesh, int face, const fp3 &inside)
{
  if (dot(mesh.normal[face], mesh.face_centre[face] - inside) < 0) mesh.normal[face] = -1.0 * mesh.normal[face];
}

void link_cells_to_faces(Mesh &mesh)
{
  std::vector<std::vector<int>> faces_of_cell(mesh.cells);
  for (int f = 0; f < mesh.faces; f++) {
    faces_of_cell[mesh.left[f]].push_back(f);
    if (mesh.right[f] >= 0) faces_of_cell[mesh.right[f]].push_back(f);
  }
  mesh.first_face.assign(1, 0);
  mesh.face_of.clear();
  for (const auto &faces : faces_of_cell) {
    mesh.face_of.insert(mesh.face_of.end(), faces.begin(), faces.end());
    mesh.first_face.push_back((int)mesh.face_of.size());
  }
}

/* the divergence theorem: the volume is a third of the sum of centre times normal */
void compute_volumes(Mesh &mesh)
{
  mesh.volume.assign(mesh.cells, 0.0);
  for (int f = 0; f < mesh.faces; f++) {
    const int l = mesh.left[f], r = mesh.right[f];
    mesh.volume[l] += dot(mesh.face_centre[f] - mesh.cell_centre[l], mesh.normal[f]) / 3.0;
    if (r >= 0) mesh.volume[r] -= dot(mesh.face_centre[f] - mesh.cell_centre[r], mesh.normal[f]) / 3.0;
  }
}

}  // namespace

Mesh generate_channel(int n)
{
  Channel channel(n);
  Mesh mesh;
  mesh.cells = channel.cells();
  mesh.cell_centre.resize(mesh.cells);
  for (int k = 0; k < channel.nk; k++)
    for (int j = 0; j < channel.nj; j++)
      for (int i = 0; i < channel.ni; i++) {
        fp3 sum = point(0, 0, 0);
        for (int c = 0; c < 8; c++) sum = sum + channel.node(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2));
        mesh.cell_centre[channel.cell(i, j, k)] = 0.125 * sum;
      }

  for (int axis = 0; axis < NDIM; axis++)
    for (int k = 0; k < channel.nk + (axis == 2); k++)
      for (int j = 0; j < channel.nj + (axis == 1); j++)
        for (int i = 0; i < channel.ni + (axis == 0); i++) {
          const int low[3] = {i - (axis == 0), j - (axis == 1), k - (axis == 2)};
          const int index = axis == 0 ? i : axis == 1 ? j : k;
          const int last = axis == 0 ? channel.ni : axis == 1 ? channel.nj : channel.nk;
          const int beyond = axis == 0 ? BEYOND_FREE_STREAM : BEYOND_WALL;
          fp3 corner[4];
          for (int c = 0; c < 4; c++) {
            const int u = c == 1 || c == 2, v = c >= 2;
            corner[c] = axis == 0   ? channel.node(i, j + u, k + v)
                        : axis == 1 ? channel.node(i + v, j, k + u)
                                    : channel.node(i + u, j + v, k);
          }
          int left, right = beyond;
          if (index == 0) {
            left = channel.cell(i, j, k);
          } else {
            left = channel.cell(low[0], low[1], low[2]);
            if (index < last) right = channel.cell(i, j, k);
          }
          add_face(mesh, corner, left, right);
          turn_outwards(mesh, (int)mesh.left.size() - 1, mesh.cell_centre[left]);
        }
  mesh.faces = (int)mesh.left.size();
  link_cells_to_faces(mesh);
  compute_volumes(mesh);
  return mesh;
}

Mesh read_mesh(const char *path)
{
  Mesh mesh;
  FILE *file = fopen(path, "r");
  if (!file || fscanf(file, "%d %d", &mesh.cells, &mesh.faces) != 2) {
    fprintf(stderr, "%s is not a mesh\n", path);
    exit(1);
  }
  for (int f = 0; f < mesh.faces; f++) {
    int left, right;
    fp3 n, c;
    if (fscanf(file, "%d %d %lf %lf %lf %lf %lf %lf", &left, &right, &n.x, &n.y, &n.z, &c.x, &c.y, &c.z) != 8) {
      fprintf(stderr, "%s ends at face %d\n", path, f);
      exit(1);
    }
    mesh.left.push_back(left);
    mesh.right.push_back(right);
    mesh.normal.push_back(n);
    mesh.face_centre.push_back(c);
  }
  mesh.cell_centre.resize(mesh.cells);
  for (int i = 0; i < mesh.cells; i++) {
    fp3 &c = mesh.cell_centre[i];
    if (fscanf(file, "%lf %lf %lf", &c.x, &c.y, &c.z) != 3) {
      fprintf(stderr, "%s ends at cell %d\n", path, i);
      exit(1);
    }
  }
  fclose(file);
  link_cells_to_faces(mesh);
  compute_volumes(mesh);
  return mesh;
}

void write_mesh(const Mesh &mesh, const char *path)
{
  FILE *file = fopen(path, "w");
  if (!file) {
    perror(path);
    exit(1);
  }
  fprintf(file, "%d %d\n", mesh.cells, mesh.faces);
  for (int f = 0; f < mesh.faces; f++)
    fprintf(file, "%d %d %.17g %.17g %.17g %.17g %.17g %.17g\n", mesh.left[f], mesh.right[f], mesh.normal[f].x,
            mesh.normal[f].y, mesh.normal[f].z, mesh.face_centre[f].x, mesh.face_centre[f].y, mesh.face_centre[f].z);
  for (int i = 0; i < mesh.cells; i++)
    fprintf(file, "%.17g %.17g %.17g\n", mesh.cell_centre[i].x, mesh.cell_centre[i].y, mesh.cell_centre[i].z);
  fclose(file);
}
