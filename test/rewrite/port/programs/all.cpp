// Every area as one program, chosen by name: one compilation per compiler.
#include "launches.cpp"
#include "warps.cpp"
#include "groups.cpp"
#include "errors.cpp"
#include "memory.cpp"
#include "mathematics.cpp"
#include "narrow.cpp"
#include "atomics.cpp"
#include "textures.cpp"
#include "libraries.cpp"
#ifdef MANTISSA_PORT
#include "port-only.cpp"
#endif
int main(int argc, char **argv) {
  for (int k = 1; k < argc; k++) {
    const char *name = argv[k];
#define AREA(area) if (std::strcmp(name, #area) == 0) area::run();
    AREA(launches) AREA(warps) AREA(groups) AREA(errors) AREA(memory) AREA(mathematics) AREA(narrow) AREA(atomics) AREA(textures) AREA(libraries)
#ifdef MANTISSA_PORT
    AREA(port_only)
    port_only::fail_as(name);
#endif
  }
}
