// A regional ocean in a closed basin: hydrostatic currents with a free surface, vertical mixing, sea ice, plankton and
// carbon, driven by an idealised atmosphere.

#include <cstdio>

#include <cuda_runtime.h>

#include "check.h"
#include "constants.h"
#include "grid.h"
#include "modules.h"
#include "params.h"
#include "state.h"

int main(int argc, char** argv)
{
    using namespace gyre;
    const Params params = readParams(argc, argv);
    Grid grid = makeGrid(params);
    State state = allocateState(grid, params.run.floats);
    initialiseState(grid, params, state);

    cudaEvent_t begin, end;
    GYRE_CUDA(cudaEventCreate(&begin));
    GYRE_CUDA(cudaEventCreate(&end));
    GYRE_CUDA(cudaEventRecord(begin));

    for (int step = 0; step < params.run.steps; ++step) {
        const double seconds = params.run.startDay * kSecondsPerDay + step * params.run.dt;

        // air, ice and what they do to the surface
        computeAtmosphere(grid, params, seconds, state);
        computeSurfaceFluxes(grid, params, state);
        stepIce(grid, params, state);
        gasExchange(grid, params, state);

        // currents
        computeStratification(grid, state);
        momentumTendencies(grid, params, state);
        computeMixing(grid, params, state);
        advanceMomentum(grid, params, step == 0, state);
        implicitViscosity(grid, params, state);
        stepBarotropic(grid, params, state);
        verticalVelocity(grid, state);

        // what they carry
        computeLight(grid, params, state);
        stepTracers(grid, params, state);
        stepBiology(grid, params, state);
        advanceFloats(grid, state);

        mixedLayerDepth(grid, state);
        accumulateMeans(grid, state);
    }

    GYRE_CUDA(cudaEventRecord(end));
    GYRE_CUDA(cudaEventSynchronize(end));
    float elapsed = 0.0f;
    GYRE_CUDA(cudaEventElapsedTime(&elapsed, begin, end));
    std::fprintf(stderr, "time stepping: %.3f ms, %.4f ms a step\n", elapsed, elapsed / params.run.steps);

    printResults(grid, params, state);
    GYRE_CUDA(cudaDeviceSynchronize());

    GYRE_CUDA(cudaEventDestroy(begin));
    GYRE_CUDA(cudaEventDestroy(end));
    freeState(state);
    freeGrid(grid);
    return 0;
}
