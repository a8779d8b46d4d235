#ifndef AQUIFER_FLOW_H
#define AQUIFER_FLOW_H

#include "common.h"

// One grid of the multigrid hierarchy. tx[p] is the conductance of the face between p and its eastern neighbour,
// ty of the northern, tz of the upper one; sink[p] what couples the cell to the outside (storage, borders, river).
struct Level {
    Box box;
    Buffer<double> tx, ty, tz, sink, diagonal;
    Buffer<double> x, rhs, residual;
};

struct FlowSettings {
    double dt;            // s
    double headWest, headEast;
    double riverStage;
    double riverLeakage;  // 1/s
    int cycles;           // V-cycles per step
    int smoothings;       // before and after each coarse correction
};

class Flow {
public:
    Flow(const Box& box, const Spacing& spacing, const Geology& geology, const FlowSettings& settings,
         const Buffer<double>& conductivity, const std::vector<Well>& wells);

    // Heads after one implicit step, with this recharge (m/s) and pumping factor per well; then the Darcy fluxes.
    void step(double recharge, double time, int cycles);

    double residualNorm();

    const Buffer<double>& head() const { return levels_[0].x; }
    const Buffer<double>& qx() const { return qx_; }
    const Buffer<double>& qy() const { return qy_; }
    const Buffer<double>& qz() const { return qz_; }

private:
    void cycle(size_t level);
    void relax(Level& level, int sweeps);
    void computeResidual(Level& level);

    Spacing spacing_;
    FlowSettings settings_;
    std::vector<Level> levels_;
    std::vector<Well> wells_;
    Buffer<double> storage_, westT_, eastT_, riverT_;
    Buffer<double> wellRate_;
    Buffer<int> wellRange_;
    Buffer<double> qx_, qy_, qz_;   // through the lower face of the cell: west, south, bottom; m/s
    Buffer<double> scratch_;
};

#endif
