#ifndef AQUIFER_GROUND_H
#define AQUIFER_GROUND_H

#include "common.h"

// Fills k with hydraulic conductivities: a smoothed random field and a lens of clay.
void makeConductivity(const Box& box, const Geology& geology, unsigned seed, Buffer<double>& k);

#endif
