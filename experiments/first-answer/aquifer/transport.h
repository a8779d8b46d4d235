#ifndef AQUIFER_TRANSPORT_H
#define AQUIFER_TRANSPORT_H

#include "common.h"
#include "flow.h"

// A chain of three dissolved species, each the product of the decay of the one before.
constexpr int kSpecies = 3;

struct Chemistry {
    double decay[kSpecies];      // 1/s
    double sorption[kSpecies];   // linear, m^3/kg; of the first species the Freundlich coefficient
    double freundlich;           // exponent of the first species
    double yield[kSpecies];      // mass made of one unit of the parent
    double diffusion[kSpecies];  // molecular, m^2/s
    double inhibition;           // concentration of the parent at which the daughter's decay halves
};

struct Medium {
    double porosity, bulkDensity;
    double alphaLong, alphaTrans, alphaVertical;   // dispersivities, m
    double dissolution;   // 1/s, in the source zone
    double solubility;    // kg/m^3
};

class Transport {
public:
    Transport(const Box& box, const Spacing& spacing, const Medium& medium, const Chemistry& chemistry);

    void step(const Flow& flow, double recharge, double dt, int parts);

    double mass(int species);
    double peak(int species);
    double spread(int species);                 // root of the second moment along x
    double largestCourant(const Flow& flow, double dt);
    const Buffer<double>& concentration(int species) const { return c_[species]; }

private:
    Box box_;
    Spacing spacing_;
    Medium medium_;
    Chemistry chemistry_;
    std::vector<Buffer<double>> c_;
    Buffer<double> next_, speed_, dispersion_, gamma_, retard_;
    Buffer<double> scratch_;
};

#endif
