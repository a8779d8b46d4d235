#ifndef PLASMA_CONFIG_H
#define PLASMA_CONFIG_H

#include "types.h"

Config parse_config(int argc, char **argv);
void print_config(const Config &config);

#endif
