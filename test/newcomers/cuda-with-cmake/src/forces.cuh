#pragma once

#include "swarm.h"

void launch_step(Body *bodies, Velocity *velocities, int count, real dt);
