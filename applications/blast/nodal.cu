// First half of a step: forces on the nodes, their accelerations, and where they go.
#include "geometry.h"
#include "kernels.h"

__device__ static inline void GatherElement(const Index_t *nodes, const Real_t *__restrict__ values, Real_t local[8])
{
  for (int c = 0; c < 8; ++c) local[c] = values[nodes[c]];
}

// The four ways in which a hexahedron can deform without any linear motion: by corner, +1 or -1.
__device__ static inline Real_t HourglassMode(int mode, int corner)
{
  const signed char modes[4][8] = {{1, 1, -1, -1, -1, -1, 1, 1},
                                   {1, -1, -1, 1, -1, 1, 1, -1},
                                   {1, -1, 1, -1, 1, -1, 1, -1},
                                   {-1, 1, -1, 1, 1, -1, 1, -1}};
  return Real_t(modes[mode][corner]);
}

// Takes out of a mode what is linear in the coordinates of this element.
__device__ static void OrthogonalMode(int mode, const Real_t x[8], const Real_t y[8], const Real_t z[8],
                                      const Real_t ax[8], const Real_t ay[8], const Real_t az[8], Real_t inverse_volume,
                                      Real_t shape[8])
{
  Real_t mx = ZERO, my = ZERO, mz = ZERO;
  for (int c = 0; c < 8; ++c) {
    const Real_t h = HourglassMode(mode, c);
    mx += h * x[c];
    my += h * y[c];
    mz += h * z[c];
  }
  for (int c = 0; c < 8; ++c)
    shape[c] = HourglassMode(mode, c) - inverse_volume * (ax[c] * mx + ay[c] * my + az[c] * mz);
}

__global__ void __launch_bounds__(BLOCK)
CalcCornerForces(Int_t num_elem, Real_t hourglass, const Index_t *__restrict__ node_list,
                 const Real_t *__restrict__ x, const Real_t *__restrict__ y, const Real_t *__restrict__ z,
                 const Real_t *__restrict__ xd, const Real_t *__restrict__ yd, const Real_t *__restrict__ zd,
                 const Real_t *__restrict__ p, const Real_t *__restrict__ q, const Real_t *__restrict__ ss,
                 const Real_t *__restrict__ mass, CornerForces forces)
{
  const Index_t e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= num_elem) return;

  const Index_t *nodes = &node_list[8 * e];
  Real_t lx[8], ly[8], lz[8], ax[8], ay[8], az[8];
  GatherElement(nodes, x, lx);
  GatherElement(nodes, y, ly);
  GatherElement(nodes, z, lz);
  CornerAreas(lx, ly, lz, ax, ay, az);

  const Real_t stress = -p[e] - q[e];
  Real_t fx[8], fy[8], fz[8];
  for (int c = 0; c < 8; ++c) {
    fx[c] = -stress * ax[c];
    fy[c] = -stress * ay[c];
    fz[c] = -stress * az[c];
  }

  if (hourglass > Real_t(0.0)) {
    Real_t vx[8], vy[8], vz[8], shape[8];
    GatherElement(nodes, xd, vx);
    GatherElement(nodes, yd, vy);
    GatherElement(nodes, zd, vz);
    const Real_t volume = HexVolume(lx, ly, lz);
    const Real_t inverse_volume = Real_t(1.) / volume;
    const Real_t coefficient = -hourglass * Real_t(0.01) * ss[e] * mass[e] / CubeRoot(volume);
    for (int mode = 0; mode < 4; ++mode) {
      OrthogonalMode(mode, lx, ly, lz, ax, ay, az, inverse_volume, shape);
      Real_t hx = ZERO, hy = ZERO, hz = ZERO;
      for (int c = 0; c < 8; ++c) {
        hx += shape[c] * vx[c];
        hy += shape[c] * vy[c];
        hz += shape[c] * vz[c];
      }
      for (int c = 0; c < 8; ++c) {
        fx[c] += coefficient * hx * shape[c];
        fy[c] += coefficient * hy * shape[c];
        fz[c] += coefficient * hz * shape[c];
      }
    }
  }

  for (int c = 0; c < 8; ++c) {
    forces.fx[8 * e + c] = fx[c];
    forces.fy[8 * e + c] = fy[c];
    forces.fz[8 * e + c] = fz[c];
  }
}

// A node sums over the corners that touch it, in a fixed order, so that two runs agree to the last bit.
__global__ void SumNodalForces(Int_t num_node, const Index_t *__restrict__ corner_start,
                               const Index_t *__restrict__ corner_list, const CornerForces forces,
                               const Real_t *__restrict__ nodal_mass, const Int_t *__restrict__ symmetry, Real_t *xdd,
                               Real_t *ydd, Real_t *zdd)
{
  const Index_t n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= num_node) return;
  Real_t fx = Real_t(0.0), fy = Real_t(0.0), fz = Real_t(0.0);
  for (Index_t k = corner_start[n]; k < corner_start[n + 1]; ++k) {
    const Index_t corner = corner_list[k];
    fx += forces.fx[corner];
    fy += forces.fy[corner];
    fz += forces.fz[corner];
  }
  const Real_t inverse = ONE / nodal_mass[n];
  xdd[n] = (symmetry[n] & 1) ? ZERO : fx * inverse;
  ydd[n] = (symmetry[n] & 2) ? ZERO : fy * inverse;
  zdd[n] = (symmetry[n] & 4) ? ZERO : fz * inverse;
}

__device__ static inline Real_t Advanced(Real_t velocity, Real_t acceleration, Real_t dt, Real_t cut)
{
  const Real_t next = velocity + acceleration * dt;
  return Magnitude(next) < cut ? ZERO : next;
}

__global__ void AdvanceNodes(Int_t num_node, const Real_t dt, const Real_t velocity_cut, Real_t *__restrict__ x,
                             Real_t *__restrict__ y, Real_t *__restrict__ z, Real_t *__restrict__ xd,
                             Real_t *__restrict__ yd, Real_t *__restrict__ zd, const Real_t *__restrict__ xdd,
                             const Real_t *__restrict__ ydd, const Real_t *__restrict__ zdd)
{
  const Index_t n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= num_node) return;
  const Real_t vx = Advanced(xd[n], xdd[n], dt, velocity_cut);
  const Real_t vy = Advanced(yd[n], ydd[n], dt, velocity_cut);
  const Real_t vz = Advanced(zd[n], zdd[n], dt, velocity_cut);
  xd[n] = vx;
  yd[n] = vy;
  zd[n] = vz;
  x[n] += vx * dt;
  y[n] += vy * dt;
  z[n] += vz * dt;
}

void LagrangeNodal(Domain &domain)
{
  const size_t corners = 8 * size_t(domain.num_elem);
  CornerForces forces;
  forces.fx = Allocate<Real_t>(corners);
  forces.fy = Allocate<Real_t>(corners);
  forces.fz = Allocate<Real_t>(corners);

  CalcCornerForces<<<Blocks(domain.num_elem), BLOCK>>>(
      domain.num_elem, domain.parameters.hourglass, domain.node_list.raw(), domain.x.raw(), domain.y.raw(),
      domain.z.raw(), domain.xd.raw(), domain.yd.raw(), domain.zd.raw(), domain.pressure.raw(),
      domain.viscosity.raw(), domain.sound_speed.raw(), domain.element_mass.raw(), forces);
  SumNodalForces<<<Blocks(domain.num_node), BLOCK>>>(
      domain.num_node, domain.corner_start.raw(), domain.corner_list.raw(), forces, domain.nodal_mass.raw(),
      domain.symmetry.raw(), domain.xdd.raw(), domain.ydd.raw(), domain.zdd.raw());
  AdvanceNodes<<<Blocks(domain.num_node), BLOCK>>>(
      domain.num_node, domain.time_step, domain.parameters.velocity_cut, domain.x.raw(), domain.y.raw(),
      domain.z.raw(), domain.xd.raw(), domain.yd.raw(), domain.zd.raw(), domain.xdd.raw(), domain.ydd.raw(),
      domain.zdd.raw());
  cudaCheck(cudaGetLastError());

  Release(&forces.fx);
  Release(&forces.fy);
  Release(&forces.fz);
}
