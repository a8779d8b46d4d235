// A one-dimensional Lagrangian mesh whose fields are reached through accessors only.
#include <cmath>
#include <cstdio>
#include <vector>

typedef double Real_t;
typedef int Index_t;

class Mesh {
public:
  explicit Mesh(Index_t nodes)
    : m_x(nodes), m_xd(nodes), m_force(nodes), m_energy(nodes - 1), m_nodes(nodes), m_dt(1.0e-4) {}

  Real_t &x(Index_t i) { return m_x[i]; }
  Real_t &xd(Index_t i) { return m_xd[i]; }
  Real_t &force(Index_t i) { return m_force[i]; }
  Real_t &energy(Index_t i) { return m_energy[i]; }
  const Real_t &dt() const { return m_dt; }
  Index_t nodes() const { return m_nodes; }

private:
  std::vector<Real_t> m_x;
  std::vector<Real_t> m_xd;
  std::vector<Real_t> m_force;
  std::vector<Real_t> m_energy;
  Index_t m_nodes;
  Real_t m_dt;
};

// exchanges one field with a neighbour: the field is chosen by a pointer to its accessor
typedef Real_t &(Mesh::*FieldOf)(Index_t);

static void periodic(Mesh &mesh, FieldOf field)
{
  const Index_t last = mesh.nodes() - 1;
  Real_t both = Real_t(0.5) * ((mesh.*field)(0) + (mesh.*field)(last));
  (mesh.*field)(0) = both;
  (mesh.*field)(last) = both;
}

static void accelerate(Mesh &mesh)
{
  for (Index_t i = 0; i < mesh.nodes(); ++i) mesh.force(i) = Real_t(0.0);
  for (Index_t i = 0; i + 1 < mesh.nodes(); ++i) {
    Real_t length = mesh.x(i + 1) - mesh.x(i);
    Real_t pressure = Real_t(0.4) * mesh.energy(i) / length;
    mesh.force(i) -= pressure;
    mesh.force(i + 1) += pressure;
  }
  periodic(mesh, &Mesh::force);
}

static void move(Mesh &mesh)
{
  const Real_t dt = mesh.dt();
  for (Index_t i = 0; i < mesh.nodes(); ++i) {
    mesh.xd(i) += mesh.force(i) * dt;
    mesh.x(i) += mesh.xd(i) * dt;
  }
}

int main()
{
  Mesh mesh(101);
  for (Index_t i = 0; i < mesh.nodes(); ++i) mesh.x(i) = Real_t(i) * Real_t(0.01);
  for (Index_t i = 0; i + 1 < mesh.nodes(); ++i) mesh.energy(i) = i < 50 ? Real_t(1.0) : Real_t(0.1);
  for (int step = 0; step < 400; ++step) {
    accelerate(mesh);
    move(mesh);
  }
  std::printf("%.15e %.15e\n", mesh.x(50), mesh.xd(50));
  return 0;
}
