// Timers with the interface of the CUDA samples.
#ifndef MANTISSA_HELPER_TIMER_H
#define MANTISSA_HELPER_TIMER_H
#define COMMON_HELPER_TIMER_H_
#include <sys/time.h>
#include <ctime>
#include <vector>
#include "exception.h"
class StopWatchInterface {
 public:
  StopWatchInterface();
  virtual ~StopWatchInterface();
  virtual void start() = 0;
  virtual void stop() = 0;
  virtual void reset() = 0;
  virtual float getTime() = 0;
  virtual float getAverageTime() = 0;
};
class StopWatchLinux : public StopWatchInterface {
 public:
  StopWatchLinux();
  virtual ~StopWatchLinux();
  void start() override;
  void stop() override;
  void reset() override;
  float getTime() override;
  float getAverageTime() override;
};
bool sdkCreateTimer(StopWatchInterface **timer);
bool sdkDeleteTimer(StopWatchInterface **timer);
bool sdkStartTimer(StopWatchInterface **timer);
bool sdkStopTimer(StopWatchInterface **timer);
bool sdkResetTimer(StopWatchInterface **timer);
float sdkGetTimerValue(StopWatchInterface **timer);
float sdkGetAverageTimerValue(StopWatchInterface **timer);
#endif
