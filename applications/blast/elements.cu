// Second half of a step: how the elements changed, artificial viscosity, the equation of state, and how long the next step may be.
#include "geometry.h"
#include "kernels.h"

__global__ void CalcKinematics(Int_t num_elem, Real_t dt, const Index_t *__restrict__ node_list,
                               const Real_t *__restrict__ x, const Real_t *__restrict__ y, const Real_t *__restrict__ z,
                               const Real_t *__restrict__ xd, const Real_t *__restrict__ yd,
                               const Real_t *__restrict__ zd, const Real_t *__restrict__ reference_volume,
                               const Real_t *__restrict__ volume, Real_t *new_volume, Real_t *change, Real_t *length,
                               Real_t *divergence, int *bad_elements)
{
  const Index_t e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= num_elem) return;
  Real_t lx[8], ly[8], lz[8], vx[8], vy[8], vz[8];
  for (int c = 0; c < 8; ++c) {
    const Index_t n = node_list[8 * e + c];
    lx[c] = x[n]; ly[c] = y[n]; lz[c] = z[n];
    vx[c] = xd[n]; vy[c] = yd[n]; vz[c] = zd[n];
  }
  const Real_t now = HexVolume(lx, ly, lz);
  const Real_t relative = now / reference_volume[e];
  if (relative <= Real_t(0.0)) atomicAdd(bad_elements, 1);
  new_volume[e] = relative;
  change[e] = relative - volume[e];
  length[e] = CharacteristicLength(lx, ly, lz, now);

  // the rate of change is taken where the nodes were half a step ago
  const Real_t back = HALF * dt;
  for (int c = 0; c < 8; ++c) {
    lx[c] -= back * vx[c];
    ly[c] -= back * vy[c];
    lz[c] -= back * vz[c];
  }
  Real_t ax[8], ay[8], az[8];
  CornerAreas(lx, ly, lz, ax, ay, az);
  Real_t rate = Real_t(0.0);
  for (int c = 0; c < 8; ++c) rate += ax[c] * vx[c] + ay[c] * vy[c] + az[c] * vz[c];
  divergence[e] = rate / HexVolume(lx, ly, lz);
}

// Sum over the four corners of one face less those of the face across.
__device__ static inline Real_t Across(const Real_t v[8], int a, int b, int c, int d, int e, int f, int g, int h)
{
  return Real_t(0.25) * ((v[a] + v[b] + v[c] + v[d]) - (v[e] + v[f] + v[g] + v[h]));
}

struct Direction {
  Real_t x, y, z;
};

__device__ static inline Direction Cross(Direction a, Direction b)
{
  Direction c;
  c.x = a.y * b.z - a.z * b.y;
  c.y = a.z * b.x - a.x * b.z;
  c.z = a.x * b.y - a.y * b.x;
  return c;
}

__device__ static inline void Gradient(Direction area, Direction dv, Real_t volume, Real_t inverse_volume, Real_t *delx,
                                       Real_t *delv)
{
  const Real_t tiny = Real_t(1.e-36);
  *delx = volume / SquareRoot(area.x * area.x + area.y * area.y + area.z * area.z + tiny);
  *delv = (area.x * dv.x + area.y * dv.y + area.z * dv.z) * inverse_volume;
}

__global__ void CalcViscosityGradients(Int_t num_elem, const Index_t *__restrict__ node_list,
                                       const Real_t *__restrict__ x, const Real_t *__restrict__ y,
                                       const Real_t *__restrict__ z, const Real_t *__restrict__ xd,
                                       const Real_t *__restrict__ yd, const Real_t *__restrict__ zd,
                                       const Real_t *__restrict__ reference_volume,
                                       const Real_t *__restrict__ new_volume, ViscosityGradients gradients)
{
  const Index_t e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= num_elem) return;
  Real_t lx[8], ly[8], lz[8], vx[8], vy[8], vz[8];
  for (int c = 0; c < 8; ++c) {
    const Index_t n = node_list[8 * e + c];
    lx[c] = x[n]; ly[c] = y[n]; lz[c] = z[n];
    vx[c] = xd[n]; vy[c] = yd[n]; vz[c] = zd[n];
  }
  const Real_t volume = reference_volume[e] * new_volume[e];
  const Real_t inverse_volume = Real_t(1.0) / (volume + Real_t(1.e-36));

#define ALONG_XI(v) Across(v, 1, 2, 6, 5, 0, 3, 7, 4)
#define ALONG_ETA(v) Across(v, 3, 2, 6, 7, 0, 1, 5, 4)
#define ALONG_ZETA(v) Across(v, 4, 5, 6, 7, 0, 1, 2, 3)
  const Direction xi = {ALONG_XI(lx), ALONG_XI(ly), ALONG_XI(lz)};
  const Direction eta = {ALONG_ETA(lx), ALONG_ETA(ly), ALONG_ETA(lz)};
  const Direction zeta = {ALONG_ZETA(lx), ALONG_ZETA(ly), ALONG_ZETA(lz)};
  const Direction v_xi = {ALONG_XI(vx), ALONG_XI(vy), ALONG_XI(vz)};
  const Direction v_eta = {ALONG_ETA(vx), ALONG_ETA(vy), ALONG_ETA(vz)};
  const Direction v_zeta = {ALONG_ZETA(vx), ALONG_ZETA(vy), ALONG_ZETA(vz)};

  Gradient(Cross(eta, zeta), v_xi, volume, inverse_volume, &gradients.delx_xi[e], &gradients.delv_xi[e]);
  Gradient(Cross(zeta, xi), v_eta, volume, inverse_volume, &gradients.delx_eta[e], &gradients.delv_eta[e]);
  Gradient(Cross(xi, eta), v_zeta, volume, inverse_volume, &gradients.delx_zeta[e], &gradients.delv_zeta[e]);
}

__device__ static inline Real_t Beyond(const Real_t *gradient, Index_t e, Index_t other, Int_t kind)
{
  switch (kind) {
    case FACE_MIRROR: return gradient[e];
    case FACE_FREE: return Real_t(0.0);
    default: return gradient[other];
  }
}

// How smooth the flow is along one direction: 1 where no viscosity is needed.
__device__ static Real_t Limiter(const Real_t *gradient, Index_t e, const Index_t *around, const Int_t *kinds,
                                 const Parameters &parameters)
{
  const Real_t norm = Real_t(1.) / (gradient[e] + Real_t(1.e-36));
  Real_t below = Beyond(gradient, e, around[0], kinds[0]) * norm;
  Real_t above = Beyond(gradient, e, around[1], kinds[1]) * norm;
  Real_t phi = Real_t(.5) * (below + above);
  below *= parameters.limiter_scale;
  above *= parameters.limiter_scale;
  if (below < phi) phi = below;
  if (above < phi) phi = above;
  if (phi < ZERO) phi = ZERO;
  if (phi > parameters.limiter_maximum) phi = parameters.limiter_maximum;
  return phi;
}

__global__ void CalcViscosityTerms(Int_t num_elem, Parameters parameters, const Index_t *__restrict__ neighbour,
                                   const Int_t *__restrict__ face_kind, ViscosityGradients gradients,
                                   const Real_t *__restrict__ divergence, const Real_t *__restrict__ element_mass,
                                   const Real_t *__restrict__ reference_volume, const Real_t *__restrict__ new_volume,
                                   Real_t *ql, Real_t *qq)
{
  const Index_t e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= num_elem) return;
  if (divergence[e] > Real_t(0.)) {
    ql[e] = Real_t(0.);
    qq[e] = Real_t(0.);
    return;
  }
  const Index_t *around = &neighbour[6 * e];
  const Int_t *kinds = &face_kind[6 * e];
  const Real_t phi_xi = Limiter(gradients.delv_xi, e, around, kinds, parameters);
  const Real_t phi_eta = Limiter(gradients.delv_eta, e, around + 2, kinds + 2, parameters);
  const Real_t phi_zeta = Limiter(gradients.delv_zeta, e, around + 4, kinds + 4, parameters);

  Real_t jump_xi = gradients.delv_xi[e] * gradients.delx_xi[e];
  Real_t jump_eta = gradients.delv_eta[e] * gradients.delx_eta[e];
  Real_t jump_zeta = gradients.delv_zeta[e] * gradients.delx_zeta[e];
  if (jump_xi > ZERO) jump_xi = ZERO;
  if (jump_eta > ZERO) jump_eta = ZERO;
  if (jump_zeta > ZERO) jump_zeta = ZERO;

  const Real_t rho = element_mass[e] / (reference_volume[e] * new_volume[e]);
  ql[e] = -parameters.q_linear * rho *
          (jump_xi * (ONE - phi_xi) + jump_eta * (ONE - phi_eta) + jump_zeta * (ONE - phi_zeta));
  qq[e] = parameters.q_quadratic * rho *
          (jump_xi * jump_xi * (ONE - phi_xi * phi_xi) + jump_eta * jump_eta * (ONE - phi_eta * phi_eta) +
           jump_zeta * jump_zeta * (ONE - phi_zeta * phi_zeta));
}

__device__ static inline Real_t Pressure(Real_t energy, Real_t volume, const Parameters &parameters)
{
  Real_t p = parameters.gamma_minus_one * energy / volume;
  if (Magnitude(p) < parameters.pressure_cut) p = Real_t(0.0);
  if (p < parameters.pressure_minimum) p = parameters.pressure_minimum;
  return p;
}

__device__ static inline Real_t SoundSpeed(Real_t energy, Real_t pressure, Real_t volume, const Parameters &parameters)
{
  const Real_t squared = (parameters.gamma_minus_one * energy + volume * pressure * parameters.gamma_minus_one) /
                         parameters.reference_density;
  return squared <= Real_t(.1111111e-36) ? Real_t(.3333333e-18) : SquareRoot(squared);
}

__device__ static inline Real_t Viscosity(Real_t change, Real_t sound_speed, Real_t ql, Real_t qq)
{
  return change > ZERO ? ZERO : sound_speed * ql + qq;
}

// The work of pressure and viscosity over the step, first with the old ones, then with the mean of old and predicted.
__global__ void ApplyEquationOfState(Int_t num_elem, Parameters parameters, const Real_t *__restrict__ volume,
                                     const Real_t *__restrict__ new_volume, const Real_t *__restrict__ change,
                                     const Real_t *__restrict__ ql, const Real_t *__restrict__ qq, Real_t *energy,
                                     Real_t *pressure, Real_t *viscosity, Real_t *sound_speed, int *bad_elements)
{
  const Index_t e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= num_elem) return;
  Real_t v = new_volume[e];
  if (v < parameters.volume_minimum) v = parameters.volume_minimum;
  if (v > parameters.volume_maximum) v = parameters.volume_maximum;
  const Real_t middle = HALF * (volume[e] + v);
  const Real_t e_old = energy[e], p_old = pressure[e], q_old = viscosity[e], dv = change[e];

  Real_t predicted = e_old - HALF * dv * (p_old + q_old);
  if (predicted < parameters.energy_minimum) predicted = parameters.energy_minimum;
  const Real_t p_half = Pressure(predicted, middle, parameters);
  const Real_t q_half = Viscosity(dv, SoundSpeed(predicted, p_half, middle, parameters), ql[e], qq[e]);

  Real_t updated = e_old - dv * (p_half + HALF * (q_old + q_half));
  if (Magnitude(updated) < parameters.energy_cut) updated = ZERO;
  if (updated < parameters.energy_minimum) updated = parameters.energy_minimum;
  const Real_t p_new = Pressure(updated, v, parameters);
  const Real_t speed = SoundSpeed(updated, p_new, v, parameters);
  const Real_t q_new = Viscosity(dv, speed, ql[e], qq[e]);
  if (q_new > parameters.q_stop) atomicAdd(bad_elements, 1);

  energy[e] = updated;
  pressure[e] = p_new;
  viscosity[e] = q_new;
  sound_speed[e] = speed;
}

__global__ void UpdateVolumes(Int_t num_elem, const Real_t *__restrict__ new_volume, Real_t *__restrict__ volume)
{
  const Index_t e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= num_elem) return;
  const Real_t v = new_volume[e];
  volume[e] = Magnitude(v - Real_t(1.0)) < Real_t(1.0e-10) ? Real_t(1.0) : v;
}

__global__ void TimeConstraintsPerBlock(Int_t num_elem, Parameters parameters, const Real_t *__restrict__ length,
                                        const Real_t *__restrict__ sound_speed, const Real_t *__restrict__ divergence,
                                        Real_t *courant, Real_t *hydro)
{
  __shared__ Real_t shared_courant[BLOCK];
  __shared__ Real_t shared_hydro[BLOCK];
  const Index_t e = blockIdx.x * blockDim.x + threadIdx.x;
  Real_t my_courant = Real_t(1.0e+20), my_hydro = Real_t(1.0e+20);
  if (e < num_elem && divergence[e] != Real_t(0.)) {
    Real_t speed = sound_speed[e] * sound_speed[e];
    if (divergence[e] < ZERO) {
      const Real_t shear = length[e] * divergence[e];
      speed += Real_t(4.0) * parameters.q_quadratic * parameters.q_quadratic * shear * shear;
    }
    my_courant = length[e] / SquareRoot(speed);
    my_hydro = parameters.volume_change / (Magnitude(divergence[e]) + Real_t(1.e-20));
  }
  shared_courant[threadIdx.x] = my_courant;
  shared_hydro[threadIdx.x] = my_hydro;
  __syncthreads();
  for (int half = BLOCK / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half) {
      shared_courant[threadIdx.x] = min(shared_courant[threadIdx.x], shared_courant[threadIdx.x + half]);
      shared_hydro[threadIdx.x] = min(shared_hydro[threadIdx.x], shared_hydro[threadIdx.x + half]);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    courant[blockIdx.x] = shared_courant[0];
    hydro[blockIdx.x] = shared_hydro[0];
  }
}

// One value a block out of BLOCK: pairs are added in the same order every time.
template <typename T>
__device__ T BlockSum(T value)
{
  __shared__ T partial[BLOCK];
  partial[threadIdx.x] = value;
  __syncthreads();
  for (int half = BLOCK / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  return partial[0];
}

__global__ void InternalEnergyPerBlock(Int_t num_elem, const Real_t *energy, const Real_t *reference_volume, Real_t *sums)
{
  const Index_t e = blockIdx.x * blockDim.x + threadIdx.x;
  const Real_t sum = BlockSum<Real_t>(e < num_elem ? energy[e] * reference_volume[e] : ZERO);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void KineticEnergyPerBlock(Int_t num_node, const Real_t *mass, const Real_t *xd, const Real_t *yd,
                                      const Real_t *zd, Real_t *sums)
{
  const Index_t n = blockIdx.x * blockDim.x + threadIdx.x;
  Real_t mine = ZERO;
  if (n < num_node) mine = HALF * mass[n] * (xd[n] * xd[n] + yd[n] * yd[n] + zd[n] * zd[n]);
  const Real_t sum = BlockSum<Real_t>(mine);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

static void StopIfBad(const DeviceArray<int> &bad, const char *what)
{
  const int count = bad.fetch()[0];
  if (count == 0) return;
  std::fprintf(stderr, "%s in %d elements\n", what, count);
  std::exit(EXIT_FAILURE);
}

void LagrangeElements(Domain &domain)
{
  const int blocks = Blocks(domain.num_elem);
  DeviceArray<int> bad;
  bad.assign(std::vector<int>(1, 0));

  CalcKinematics<<<blocks, BLOCK>>>(domain.num_elem, domain.time_step, domain.node_list.raw(), domain.x.raw(),
                                    domain.y.raw(), domain.z.raw(), domain.xd.raw(), domain.yd.raw(), domain.zd.raw(),
                                    domain.reference_volume.raw(), domain.volume.raw(), domain.new_volume.raw(),
                                    domain.volume_change.raw(), domain.length.raw(), domain.divergence.raw(),
                                    bad.raw());
  StopIfBad(bad, "negative volume");

  Real_t **temporaries[6];
  ViscosityGradients gradients;
  temporaries[0] = &gradients.delx_xi;
  temporaries[1] = &gradients.delx_eta;
  temporaries[2] = &gradients.delx_zeta;
  temporaries[3] = &gradients.delv_xi;
  temporaries[4] = &gradients.delv_eta;
  temporaries[5] = &gradients.delv_zeta;
  for (int t = 0; t < 6; ++t) *temporaries[t] = Allocate<Real_t>(domain.num_elem);

  CalcViscosityGradients<<<blocks, BLOCK>>>(domain.num_elem, domain.node_list.raw(), domain.x.raw(), domain.y.raw(),
                                            domain.z.raw(), domain.xd.raw(), domain.yd.raw(), domain.zd.raw(),
                                            domain.reference_volume.raw(), domain.new_volume.raw(), gradients);
  CalcViscosityTerms<<<blocks, BLOCK>>>(domain.num_elem, domain.parameters, domain.neighbour.raw(),
                                        domain.face_kind.raw(), gradients, domain.divergence.raw(),
                                        domain.element_mass.raw(), domain.reference_volume.raw(),
                                        domain.new_volume.raw(), domain.q_linear_term.raw(),
                                        domain.q_quadratic_term.raw());
  ApplyEquationOfState<<<blocks, BLOCK>>>(domain.num_elem, domain.parameters, domain.volume.raw(),
                                          domain.new_volume.raw(), domain.volume_change.raw(),
                                          domain.q_linear_term.raw(), domain.q_quadratic_term.raw(),
                                          domain.energy.raw(), domain.pressure.raw(), domain.viscosity.raw(),
                                          domain.sound_speed.raw(), bad.raw());
  StopIfBad(bad, "too much viscosity");
  UpdateVolumes<<<blocks, BLOCK>>>(domain.num_elem, domain.new_volume.raw(), domain.volume.raw());
  cudaCheck(cudaGetLastError());

  for (int t = 0; t < 6; ++t) Release(temporaries[t]);
}

StepLimits CalcTimeConstraints(Domain &domain)
{
  const int blocks = Blocks(domain.num_elem);
  DeviceArray<Real_t> courant, hydro;
  courant.resize(blocks);
  hydro.resize(blocks);
  TimeConstraintsPerBlock<<<blocks, BLOCK>>>(domain.num_elem, domain.parameters, domain.length.raw(),
                                             domain.sound_speed.raw(), domain.divergence.raw(), courant.raw(),
                                             hydro.raw());
  cudaCheck(cudaGetLastError());
  StepLimits limits = {Real_t(1.0e+20), Real_t(1.0e+20)};
  const std::vector<Real_t> by_block = courant.fetch(), hydro_by_block = hydro.fetch();
  for (int b = 0; b < blocks; ++b) {
    if (by_block[b] < limits.courant) limits.courant = by_block[b];
    if (hydro_by_block[b] < limits.hydro) limits.hydro = hydro_by_block[b];
  }
  return limits;
}

EnergyBudget SumEnergies(const Domain &domain)
{
  const int element_blocks = Blocks(domain.num_elem), node_blocks = Blocks(domain.num_node);
  DeviceArray<Real_t> internal, kinetic;
  internal.resize(element_blocks);
  kinetic.resize(node_blocks);
  InternalEnergyPerBlock<<<element_blocks, BLOCK>>>(domain.num_elem, domain.energy.raw(), domain.reference_volume.raw(),
                                                    internal.raw());
  KineticEnergyPerBlock<<<node_blocks, BLOCK>>>(domain.num_node, domain.nodal_mass.raw(), domain.xd.raw(),
                                                domain.yd.raw(), domain.zd.raw(), kinetic.raw());
  cudaCheck(cudaGetLastError());
  EnergyBudget budget = {ZERO, ZERO};
  for (Real_t part : internal.fetch()) budget.internal += part;
  for (Real_t part : kinetic.fetch()) budget.kinetic += part;
  return budget;
}
