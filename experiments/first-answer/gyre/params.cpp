#include "params.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace gyre {

namespace {

void usage()
{
    std::fprintf(stderr,
                 "usage: gyre [--nx n] [--ny n] [--nz n] [--steps n] [--dt seconds] [--substeps n] [--floats n]\n"
                 "            [--day d]\n");
    std::exit(2);
}

int positive(const char* text)
{
    char* end = nullptr;
    const long value = std::strtol(text, &end, 10);
    if (*end != '\0' || value < 1 || value > 100000000) usage();
    return (int)value;
}

double real(const char* text)
{
    char* end = nullptr;
    const double value = std::strtod(text, &end);
    if (*end != '\0') usage();
    return value;
}

}   // namespace

Params readParams(int argc, char** argv)
{
    Params p;
    for (int a = 1; a < argc; a += 2) {
        if (a + 1 >= argc) usage();
        const char* name = argv[a];
        const char* value = argv[a + 1];
        if (!std::strcmp(name, "--nx")) p.run.nx = positive(value);
        else if (!std::strcmp(name, "--ny")) p.run.ny = positive(value);
        else if (!std::strcmp(name, "--nz")) p.run.nz = positive(value);
        else if (!std::strcmp(name, "--steps")) p.run.steps = positive(value);
        else if (!std::strcmp(name, "--substeps")) p.run.barotropicSteps = positive(value);
        else if (!std::strcmp(name, "--floats")) p.run.floats = positive(value);
        else if (!std::strcmp(name, "--dt")) p.run.dt = real(value);
        else if (!std::strcmp(name, "--day")) p.run.startDay = real(value);
        else usage();
    }
    if (p.run.nx < 16 || p.run.ny < 16 || p.run.nz < 8 || p.run.nz > 128 || !(p.run.dt > 0.0)) usage();
    // the basin ends at 62 degrees whatever the resolution
    p.basin.spacing = 40.0 / p.run.ny;
    return p;
}

}   // namespace gyre
