#ifndef BLAST_DOMAIN_H
#define BLAST_DOMAIN_H

#include <vector>
#include "device_memory.h"
#include "real.h"

// What lies behind a face of an element.
enum FaceKind { FACE_INNER = 0, FACE_MIRROR = 1, FACE_FREE = 2 };

// Constants of the scheme, handed to kernels by value.
struct Parameters {
  Real_t hourglass;        // damping of hourglass modes
  Real_t q_linear;         // artificial viscosity, linear in the velocity jump
  Real_t q_quadratic;      // and quadratic
  Real_t limiter_scale;    // of the monotonic limiter
  Real_t limiter_maximum;
  Real_t pressure_cut;     // smaller ones are zero
  Real_t energy_cut;
  Real_t velocity_cut;
  Real_t q_stop;           // more viscosity than this is an error
  Real_t pressure_minimum;
  Real_t energy_minimum;
  Real_t volume_maximum;   // of the relative volume in the equation of state
  Real_t volume_minimum;
  Real_t reference_density;
  Real_t gamma_minus_one;
  Real_t courant;          // safety factors of the two time step constraints
  Real_t volume_change;
};

class Domain {
 public:
  explicit Domain(Int_t edge);

  void BuildMesh();
  void SetBlast(Real_t total);
  void ReportSizes(FILE *stream) const;

  // sizes
  Int_t edge;
  Int_t num_elem;
  Int_t num_node;

  // connectivity
  DeviceArray<Index_t> node_list;      // 8 nodes an element
  DeviceArray<Index_t> corner_start;   // the corners that touch a node: compressed rows
  DeviceArray<Index_t> corner_list;
  DeviceArray<Index_t> neighbour;      // 6 elements around an element
  DeviceArray<Int_t> face_kind;        // 6 kinds, beside neighbour
  DeviceArray<Int_t> symmetry;         // bits: the planes a node lies in

  // nodes
  DeviceArray<Real_t> x, y, z;
  DeviceArray<Real_t> xd, yd, zd;
  DeviceArray<Real_t> xdd, ydd, zdd;
  DeviceArray<Real_t> nodal_mass;

  // elements
  DeviceArray<Real_t> energy;
  DeviceArray<Real_t> pressure;
  DeviceArray<Real_t> viscosity;
  DeviceArray<Real_t> q_linear_term;
  DeviceArray<Real_t> q_quadratic_term;
  DeviceArray<Real_t> volume;          // relative to the first one
  DeviceArray<Real_t> reference_volume;
  DeviceArray<Real_t> new_volume;
  DeviceArray<Real_t> volume_change;
  DeviceArray<Real_t> divergence;
  DeviceArray<Real_t> length;
  DeviceArray<Real_t> sound_speed;
  DeviceArray<Real_t> element_mass;

  Parameters parameters;

  Real_t time;
  Real_t time_step;
  Real_t stop_time;
  Int_t cycle;

 private:
  void BuildConnectivity();
  void BuildNodes(std::vector<Real_t> &px, std::vector<Real_t> &py, std::vector<Real_t> &pz) const;
  Index_t NodeOf(Index_t i, Index_t j, Index_t k) const { return (k * (edge + 1) + j) * (edge + 1) + i; }

  std::vector<Index_t> host_nodes;
};

#endif
