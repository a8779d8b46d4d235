// Timers with the interface of the CUDA samples.
#ifndef MANTISSA_HELPER_TIMER_H
#define MANTISSA_HELPER_TIMER_H
#define COMMON_HELPER_TIMER_H_
#include <ctime>
#include <vector>
#include "exception.h"
class StopWatchInterface {
 public:
  virtual ~StopWatchInterface() = default;
  virtual void start() = 0;
  virtual void stop() = 0;
  virtual void reset() = 0;
  virtual float getTime() = 0;
  virtual float getAverageTime() = 0;
};
class StopWatchLinux : public StopWatchInterface {
 public:
  void start() override { started_ = now(), running_ = true; }
  void stop() override { total_ += now() - started_, sessions_++, running_ = false; }
  void reset() override { total_ = 0, sessions_ = 0, started_ = now(); }
  float getTime() override { return float(total_ + (running_ ? now() - started_ : 0)); }
  float getAverageTime() override { return sessions_ ? float(total_ / sessions_) : 0.0f; }

 private:
  static double now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) * 1e-6;
  }
  double started_ = 0, total_ = 0;
  int sessions_ = 0;
  bool running_ = false;
};
inline bool sdkCreateTimer(StopWatchInterface **timer) { *timer = new StopWatchLinux; return true; }
inline bool sdkDeleteTimer(StopWatchInterface **timer) { delete *timer; *timer = nullptr; return true; }
inline bool sdkStartTimer(StopWatchInterface **timer) { if (*timer) (*timer)->start(); return true; }
inline bool sdkStopTimer(StopWatchInterface **timer) { if (*timer) (*timer)->stop(); return true; }
inline bool sdkResetTimer(StopWatchInterface **timer) { if (*timer) (*timer)->reset(); return true; }
inline float sdkGetTimerValue(StopWatchInterface **timer) { return *timer ? (*timer)->getTime() : 0.0f; }
inline float sdkGetAverageTimerValue(StopWatchInterface **timer) { return *timer ? (*timer)->getAverageTime() : 0.0f; }
#endif
