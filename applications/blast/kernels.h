#ifndef BLAST_KERNELS_H
#define BLAST_KERNELS_H

#include "domain.h"
#include "real.h"

#define BLOCK 128

// Gradients of the velocity and lengths of the elements in their three directions; only needed within a step.
struct ViscosityGradients {
  Real_t *delx_xi, *delx_eta, *delx_zeta;
  Real_t *delv_xi, *delv_eta, *delv_zeta;
};

// What the corners of elements push their nodes with; only needed within a step.
struct CornerForces {
  Real_t *fx, *fy, *fz;
};

struct StepLimits {
  Real_t courant;
  Real_t hydro;
};

void LagrangeNodal(Domain &domain);
void LagrangeElements(Domain &domain);
StepLimits CalcTimeConstraints(Domain &domain);

struct EnergyBudget {
  Real_t internal;
  Real_t kinetic;
};
EnergyBudget SumEnergies(const Domain &domain);

inline int Blocks(Int_t count) { return (count + BLOCK - 1) / BLOCK; }

#endif
