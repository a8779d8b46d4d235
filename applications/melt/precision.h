#pragma once

// One place to choose the precision of the simulation.
using real = double;
