// blast: a point explosion in three dimensions, explicit Lagrangian hydrodynamics on hexahedra.
#include <chrono>
#include <cstring>
#include <string>
#include "kernels.h"

static const Real_t BLAST_ENERGY = Real_t(0.10638);  // of one octant

struct Options {
  Int_t edge;
  Int_t cycles;
  bool progress;
  bool quiet;
};

static void PrintUsage(const char *program)
{
  std::fprintf(stderr,
               "usage: %s [options]\n"
               "  -s <edge>     elements along an edge of the cube (default 12)\n"
               "  -i <cycles>   time steps at most (default 40)\n"
               "  -p            print time and step of every cycle\n"
               "  -q            print the energies only\n"
               "  -h            this text\n",
               program);
}

static Int_t ParseCount(const char *text, const char *option)
{
  char *end = NULL;
  long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || value <= 0 || value > 100000) {
    std::fprintf(stderr, "%s wants a positive number, not %s\n", option, text);
    std::exit(EXIT_FAILURE);
  }
  return Int_t(value);
}

static Options ParseOptions(int argc, char **argv)
{
  Options options = {12, 40, false, false};
  for (int i = 1; i < argc; ++i) {
    std::string option = argv[i];
    if (option == "-s" && i + 1 < argc) options.edge = ParseCount(argv[++i], "-s");
    else if (option == "-i" && i + 1 < argc) options.cycles = ParseCount(argv[++i], "-i");
    else if (option == "-p") options.progress = true;
    else if (option == "-q") options.quiet = true;
    else {
      PrintUsage(argv[0]);
      std::exit(option == "-h" ? EXIT_SUCCESS : EXIT_FAILURE);
    }
  }
  return options;
}

// The smaller of the two constraints, but the step grows slowly and ends on the stop time.
static void ChooseTimeStep(Domain &domain, const StepLimits &limits)
{
  const Real_t growth_least = Real_t(1.1), growth_most = Real_t(1.2);
  Real_t wanted = Real_t(1.0e+20);
  if (limits.courant * domain.parameters.courant < wanted) wanted = limits.courant * domain.parameters.courant;
  if (limits.hydro < wanted) wanted = limits.hydro * Real_t(2.0) / Real_t(3.0);
  const Real_t ratio = wanted / domain.time_step;
  if (ratio >= Real_t(1.0)) {
    if (ratio < growth_least) wanted = domain.time_step;
    else if (ratio > growth_most) wanted = domain.time_step * growth_most;
  }
  const Real_t left = domain.stop_time - domain.time;
  domain.time_step = wanted < left ? wanted : left;
}

// The blast is the same seen along any axis: energies must be their own mirror images in the lowest layer.
static void PrintSymmetry(const Domain &domain, const std::vector<Real_t> &energy)
{
  Real_t greatest = ZERO, total = ZERO, greatest_relative = ZERO;
  for (Index_t j = 0; j < domain.edge; ++j) {
    for (Index_t k = j + 1; k < domain.edge; ++k) {
      const Real_t here = energy[j * domain.edge + k], there = energy[k * domain.edge + j];
      const Real_t difference = std::fabs(here - there);
      total += difference;
      if (difference > greatest) greatest = difference;
      if (here != ZERO && difference / std::fabs(here) > greatest_relative)
        greatest_relative = difference / std::fabs(here);
    }
  }
  std::printf("MaxAbsDiff   = %.15e\n", double(greatest));
  std::printf("TotalAbsDiff = %.15e\n", double(total));
  std::printf("MaxRelDiff   = %.15e\n", double(greatest_relative));
}

static void PrintProfile(const Domain &domain, const std::vector<Real_t> &energy)
{
  const std::vector<Real_t> pressure = domain.pressure.fetch(), volume = domain.volume.fetch();
  std::printf("#  cell  energy  pressure  density\n");
  for (Index_t i = 0; i < domain.edge; ++i)
    std::printf("%4d %.15e %.15e %.15e\n", i, double(energy[i]), double(pressure[i]),
                (double)(domain.parameters.reference_density / volume[i]));
}

int main(int argc, char **argv)
{
  const Options options = ParseOptions(argc, argv);
  Domain domain(options.edge);
  domain.BuildMesh();
  domain.SetBlast(BLAST_ENERGY);
  domain.ReportSizes(stderr);
  const EnergyBudget before = SumEnergies(domain);

  cudaCheck(cudaDeviceSynchronize());
  const auto start = std::chrono::steady_clock::now();
  while (domain.time < domain.stop_time && domain.cycle < options.cycles) {
    if (domain.cycle > 0) ChooseTimeStep(domain, CalcTimeConstraints(domain));
    LagrangeNodal(domain);
    LagrangeElements(domain);
    domain.time += domain.time_step;
    domain.cycle++;
    if (options.progress)
      std::printf("cycle = %d, time = %.9e, dt = %.9e\n", domain.cycle, double(domain.time), double(domain.time_step));
  }
  cudaCheck(cudaDeviceSynchronize());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  const EnergyBudget after = SumEnergies(domain);
  const std::vector<Real_t> energy = domain.energy.fetch();
  std::printf("Cycles       = %d\n", domain.cycle);
  std::printf("Time         = %.15e\n", double(domain.time));
  std::printf("OriginEnergy = %.15e\n", double(energy[0]));
  std::printf("Internal     = %.15e\n", double(after.internal));
  std::printf("Kinetic      = %.15e\n", double(after.kinetic));
  std::printf("EnergyKept   = %.15e\n", double((after.internal + after.kinetic) / (before.internal + before.kinetic)));
  if (!options.quiet) {
    PrintProfile(domain, energy);
    PrintSymmetry(domain, energy);
  }
  std::fprintf(stderr, "elapsed %.3f s, %.3f us per zone and cycle, figure of merit %.2f zones/s\n", seconds,
               1.0e6 * seconds / (double(domain.num_elem) * domain.cycle),
               double(domain.num_elem) * domain.cycle / seconds);
  return EXIT_SUCCESS;
}
