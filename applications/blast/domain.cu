// The mesh of the domain: a cube of hexahedra, one octant of the blast. Three of its sides are mirrors, three are free.
#include "domain.h"
#include "geometry.h"

static const Real_t DOMAIN_EDGE = Real_t(1.125);

Domain::Domain(Int_t edge_elements)
  : edge(edge_elements),
    num_elem(edge_elements * edge_elements * edge_elements),
    num_node((edge_elements + 1) * (edge_elements + 1) * (edge_elements + 1)),
    time(ZERO),
    time_step(ZERO),
    stop_time(Real_t(0.6)),
    cycle(0)
{
  parameters.hourglass = Real_t(3.0);
  parameters.q_linear = Real_t(0.5);
  parameters.q_quadratic = Real_t(2.0) / Real_t(3.0);
  parameters.limiter_scale = Real_t(2.0);
  parameters.limiter_maximum = Real_t(1.0);
  parameters.pressure_cut = Real_t(1.0e-7);
  parameters.energy_cut = Real_t(1.0e-7);
  parameters.velocity_cut = Real_t(1.0e-7);
  parameters.q_stop = Real_t(1.0e+12);
  parameters.pressure_minimum = Real_t(0.0);
  parameters.energy_minimum = Real_t(-1.0e+15);
  parameters.volume_maximum = Real_t(1.0e+9);
  parameters.volume_minimum = Real_t(1.0e-9);
  parameters.reference_density = Real_t(1.0);
  parameters.gamma_minus_one = Real_t(2.0) / Real_t(3.0);
  parameters.courant = Real_t(0.5);
  parameters.volume_change = Real_t(0.1);
}

void Domain::BuildNodes(std::vector<Real_t> &px, std::vector<Real_t> &py, std::vector<Real_t> &pz) const
{
  for (Index_t k = 0; k <= edge; ++k) {
    Real_t tz = DOMAIN_EDGE * Real_t(k) / Real_t(edge);
    for (Index_t j = 0; j <= edge; ++j) {
      Real_t ty = DOMAIN_EDGE * Real_t(j) / Real_t(edge);
      for (Index_t i = 0; i <= edge; ++i) {
        Real_t tx = DOMAIN_EDGE * Real_t(i) / Real_t(edge);
        px[NodeOf(i, j, k)] = tx;
        py[NodeOf(i, j, k)] = ty;
        pz[NodeOf(i, j, k)] = tz;
      }
    }
  }
}

void Domain::BuildConnectivity()
{
  host_nodes.resize(8 * size_t(num_elem));
  std::vector<Index_t> around(6 * size_t(num_elem));
  std::vector<Int_t> kind(6 * size_t(num_elem), FACE_INNER);
  const Index_t stride[3] = {1, edge, edge * edge};

  for (Index_t k = 0; k < edge; ++k)
    for (Index_t j = 0; j < edge; ++j)
      for (Index_t i = 0; i < edge; ++i) {
        Index_t e = (k * edge + j) * edge + i;
        Index_t *nodes = &host_nodes[8 * size_t(e)];
        nodes[0] = NodeOf(i, j, k);
        nodes[1] = NodeOf(i + 1, j, k);
        nodes[2] = NodeOf(i + 1, j + 1, k);
        nodes[3] = NodeOf(i, j + 1, k);
        nodes[4] = NodeOf(i, j, k + 1);
        nodes[5] = NodeOf(i + 1, j, k + 1);
        nodes[6] = NodeOf(i + 1, j + 1, k + 1);
        nodes[7] = NodeOf(i, j + 1, k + 1);

        const Index_t place[3] = {i, j, k};
        for (int axis = 0; axis < 3; ++axis) {
          size_t low = 6 * size_t(e) + 2 * axis, high = low + 1;
          around[low] = place[axis] > 0 ? e - stride[axis] : e;
          around[high] = place[axis] < edge - 1 ? e + stride[axis] : e;
          if (place[axis] == 0) kind[low] = FACE_MIRROR;
          if (place[axis] == edge - 1) kind[high] = FACE_FREE;
        }
      }

  std::vector<Index_t> start(num_node + 1, 0);
  std::vector<Index_t> corners(8 * size_t(num_elem));
  for (size_t c = 0; c < host_nodes.size(); ++c) ++start[host_nodes[c] + 1];
  for (Index_t n = 0; n < num_node; ++n) start[n + 1] += start[n];
  std::vector<Index_t> filled(start.begin(), start.end() - 1);
  for (size_t c = 0; c < host_nodes.size(); ++c) corners[filled[host_nodes[c]]++] = Index_t(c);

  std::vector<Int_t> planes(num_node, 0);
  for (Index_t b = 0; b <= edge; ++b)
    for (Index_t a = 0; a <= edge; ++a) {
      planes[NodeOf(0, a, b)] |= 1;
      planes[NodeOf(a, 0, b)] |= 2;
      planes[NodeOf(a, b, 0)] |= 4;
    }

  node_list.assign(host_nodes);
  neighbour.assign(around);
  face_kind.assign(kind);
  corner_start.assign(start);
  corner_list.assign(corners);
  symmetry.assign(planes);
}

void Domain::BuildMesh()
{
  std::vector<Real_t> px(num_node), py(num_node), pz(num_node);
  BuildNodes(px, py, pz);
  BuildConnectivity();

  std::vector<Real_t> first_volume(num_elem), mass(num_elem), at_node(num_node, ZERO);
  for (Index_t e = 0; e < num_elem; ++e) {
    Real_t cx[8], cy[8], cz[8];
    for (int c = 0; c < 8; ++c) {
      Index_t n = host_nodes[8 * size_t(e) + c];
      cx[c] = px[n];
      cy[c] = py[n];
      cz[c] = pz[n];
    }
    Real_t v = HexVolume(cx, cy, cz);
    first_volume[e] = v;
    mass[e] = v * parameters.reference_density;
    for (int c = 0; c < 8; ++c) at_node[host_nodes[8 * size_t(e) + c]] += mass[e] * Real_t(0.125);
  }

  x.assign(px);
  y.assign(py);
  z.assign(pz);
  nodal_mass.assign(at_node);
  reference_volume.assign(first_volume);
  element_mass.assign(mass);
  volume.assign(std::vector<Real_t>(num_elem, ONE));

  DeviceArray<Real_t> *at_rest[] = {&xd, &yd, &zd, &xdd, &ydd, &zdd};
  for (DeviceArray<Real_t> *array : at_rest) {
    array->resize(num_node);
    array->fill_zero();
  }
  DeviceArray<Real_t> *cold[] = {&pressure, &viscosity, &q_linear_term, &q_quadratic_term, &new_volume,
                                 &volume_change, &divergence, &length, &sound_speed};
  for (DeviceArray<Real_t> *array : cold) {
    array->resize(num_elem);
    array->fill_zero();
  }
}

// All of the energy in the element at the origin; the first step is a fraction of the time a sound wave needs to cross it.
void Domain::SetBlast(Real_t total)
{
  const std::vector<Real_t> v = reference_volume.fetch();
  std::vector<Real_t> e(num_elem, ZERO);
  e[0] = total / v[0];  // energies are those of a unit of reference volume
  energy.assign(e);
  time_step = Real_t(0.1) * CubeRoot(v[0]) / SquareRoot(Real_t(2.0) * e[0]);
}

void Domain::ReportSizes(FILE *stream) const
{
  const double megabyte = 1024.0 * 1024.0;
  size_t bytes = sizeof(Real_t) * (10 * size_t(num_node) + 13 * size_t(num_elem)) + sizeof(Index_t) * 28 * size_t(num_elem);
  std::fprintf(stream, "%d elements, %d nodes, about %.1f MB on the device\n", num_elem, num_node, bytes / megabyte);
}
