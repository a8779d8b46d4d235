// The run's settings: name=value on the command line, or lines of them in a file given as @file.
#include "config.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Setting {
  const char *name;
  const char *help;
  int Config::*integer;
  real_t Config::*number;
};

const Setting settings[] = {
    {"nx", "cells in x", &Config::nx, nullptr},
    {"ny", "cells in y", &Config::ny, nullptr},
    {"ppc", "particles a cell", &Config::per_cell, nullptr},
    {"steps", "time steps", &Config::steps, nullptr},
    {"sweeps", "sweeps of the field solver a step", &Config::sweeps, nullptr},
    {"every", "steps between two lines of output", &Config::every, nullptr},
    {"seed", "of the random numbers", &Config::seed, nullptr},
    {"dt", "time step, in inverse plasma frequencies", nullptr, &Config::dt},
    {"bz", "magnetic field, as a cyclotron frequency", nullptr, &Config::magnetic},
    {"kick", "amplitude of the first wave", nullptr, &Config::perturbation},
    {"vth", "thermal velocity, in cells", nullptr, &Config::thermal},
};

[[noreturn]] void usage(const std::string &complaint)
{
  if (!complaint.empty()) std::cerr << complaint << "\n";
  std::cerr << "usage: plasma [name=value ...] [@file] [dump=file]\n";
  for (const Setting &setting : settings) std::cerr << "  " << setting.name << "\t" << setting.help << "\n";
  std::exit(complaint.empty() ? 0 : 1);
}

void apply_setting(Config &config, const std::string &text)
{
  const size_t equals = text.find('=');
  if (equals == std::string::npos) usage("no value: " + text);
  const std::string name = text.substr(0, equals), value = text.substr(equals + 1);
  if (name == "dump") {
    config.dump = strdup(value.c_str());
    return;
  }
  for (const Setting &setting : settings) {
    if (name != setting.name) continue;
    std::istringstream stream(value);
    bool fine;
    if (setting.integer) fine = bool(stream >> config.*setting.integer);
    else fine = bool(stream >> config.*setting.number);
    if (!fine) usage("not a number: " + text);
    return;
  }
  usage("unknown setting: " + name);
}

}  // namespace

Config parse_config(int argc, char **argv)
{
  Config config = {24, 24, 6, 20, 60, 5, 1, 0.1, 0.2, 0.05, 0.3, nullptr};
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "-h" || argument == "--help") usage("");
    if (argument[0] == '@') {
      std::ifstream file(argument.substr(1));
      if (!file) usage("cannot read " + argument.substr(1));
      std::string line;
      while (std::getline(file, line))
        if (!line.empty() && line[0] != '#') apply_setting(config, line);
    } else {
      apply_setting(config, argument);
    }
  }
  if (config.nx < 4 || config.ny < 4 || config.per_cell < 1 || config.steps < 1) usage("too small");
  return config;
}

void print_config(const Config &config)
{
  std::cerr << config.nx << " x " << config.ny << " cells, " << config.nx * config.ny * config.per_cell
            << " particles, " << config.steps << " steps in " << REAL_NAME << "\n";
}
