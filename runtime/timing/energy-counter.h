// The energy that a GPU has used since its driver was loaded, in millijoules, from NVML. The library comes with the driver and is opened by
// name, so that programs link without it. The counter moves every 20 to 100 ms: what is shorter is counted over many runs.
#pragma once

#include <dlfcn.h>

#include <chrono>
#include <string>

class energy_counter {
  using device = void *;
  using by_bus = int (*)(const char *, device *);
  using by_index = int (*)(unsigned, device *);
  using count = int (*)(device, unsigned long long *);

  device handle = nullptr;
  count read_total = nullptr;
  unsigned long long before = 0;
  std::chrono::steady_clock::time_point begun;

  template <class Function> static Function named(void *library, const char *name) {
    return reinterpret_cast<Function>(dlsym(library, name));
  }

 public:
  // Empty while energy is counted, else why it is not.
  std::string missing = "the program did not use the GPU";

  // `bus` is the device's, as the CUDA runtime spells it; empty for the first device.
  void begin(const std::string &bus) {
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!library) {
      missing = "libnvidia-ml.so.1 cannot be loaded";
      return;
    }
    const auto initialise = named<int (*)()>(library, "nvmlInit_v2");
    const auto of_bus = named<by_bus>(library, "nvmlDeviceGetHandleByPciBusId_v2");
    const auto of_index = named<by_index>(library, "nvmlDeviceGetHandleByIndex_v2");
    read_total = named<count>(library, "nvmlDeviceGetTotalEnergyConsumption");
    if (!initialise || !of_bus || !of_index || !read_total) {
      missing = "libnvidia-ml.so.1 is too old to count energy";
      return;
    }
    int status = initialise();
    if (status == 0) status = bus.empty() ? of_index(0, &handle) : of_bus(bus.c_str(), &handle);
    if (status == 0) status = read_total(handle, &before);
    missing = status == 0 ? "" : status == 3 ? "this GPU does not count its energy" : "NVML answers with error " + std::to_string(status);
    begun = std::chrono::steady_clock::now();
  }

  // Since `begin`.
  bool end(unsigned long long &millijoules, double &ms) {
    if (!missing.empty()) return false;
    unsigned long long now = 0;
    const int status = read_total(handle, &now);
    if (status != 0) missing = "NVML answers with error " + std::to_string(status);
    millijoules = now - before;
    ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
    return status == 0;
  }
};
