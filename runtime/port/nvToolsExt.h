// Markers and ranges for a profiler that is not there.
#pragma once
#include "cuda_runtime.h"
#include "../cuda/nvToolsExt.h"
inline void nvtxMarkA(const char *) {}
inline void nvtxMarkEx(const nvtxEventAttributes_t *) {}
inline nvtxRangeId_t nvtxRangeStartA(const char *) { return 0; }
inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *) { return 0; }
inline void nvtxRangeEnd(nvtxRangeId_t) {}
inline int nvtxRangePushA(const char *) { return 0; }
inline int nvtxRangePushEx(const nvtxEventAttributes_t *) { return 0; }
inline int nvtxRangePop() { return 0; }
inline void nvtxNameOsThreadA(uint32_t, const char *) {}
inline nvtxDomainHandle_t nvtxDomainCreateA(const char *) { return nullptr; }
inline int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *) { return 0; }
inline int nvtxDomainRangePop(nvtxDomainHandle_t) { return 0; }
