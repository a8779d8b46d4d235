#pragma once

#ifndef SIDE
#define SIDE 128
#endif

void relaxOnDevice(REAL *grid, int side, int sweeps);
