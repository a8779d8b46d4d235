#ifndef GYRE_MODULES_H
#define GYRE_MODULES_H

#include "grid.h"
#include "params.h"
#include "state.h"

namespace gyre {

// eos.cu
void computeStratification(const Grid& g, State& s);

// forcing.cu
void computeAtmosphere(const Grid& g, const Params& p, double seconds, State& s);
void computeSurfaceFluxes(const Grid& g, const Params& p, State& s);

// seaice.cu
void stepIce(const Grid& g, const Params& p, State& s);

// momentum.cu
void momentumTendencies(const Grid& g, const Params& p, State& s);
void advanceMomentum(const Grid& g, const Params& p, bool first, State& s);
void verticalVelocity(const Grid& g, State& s);

// barotropic.cu
void stepBarotropic(const Grid& g, const Params& p, State& s);

// mixing.cu
void computeMixing(const Grid& g, const Params& p, State& s);
void implicitViscosity(const Grid& g, const Params& p, State& s);
void implicitDiffusion(const Grid& g, const double* kh, const double* surfaceSource, double* work, double* tracer);

// tracers.cu
void stepTracers(const Grid& g, const Params& p, State& s);

// biology.cu
void computeLight(const Grid& g, const Params& p, State& s);
void stepBiology(const Grid& g, const Params& p, State& s);

// carbon.cu
void gasExchange(const Grid& g, const Params& p, State& s);

// floats.cu
void advanceFloats(const Grid& g, State& s);

// diagnostics.cu
void mixedLayerDepth(const Grid& g, State& s);
void accumulateMeans(const Grid& g, State& s);
void printResults(const Grid& g, const Params& p, const State& s);

}   // namespace gyre

#endif
