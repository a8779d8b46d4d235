// Loads and stores with a cache hint, and questions about address spaces: memory is one here.
#pragma once
#include "../host_defines.h"

#define LOAD(name) template <class T> T name(const T *pointer) { return *pointer; }
#define STORE(name) template <class T> void name(T *pointer, std::type_identity_t<T> value) { *pointer = value; }
LOAD(__ldg) LOAD(__ldcg) LOAD(__ldca) LOAD(__ldcs) LOAD(__ldlu) LOAD(__ldcv)
STORE(__stwb) STORE(__stcg) STORE(__stcs) STORE(__stwt)
#undef LOAD
#undef STORE
inline unsigned __isGlobal(const void *) { return 1; }
inline unsigned __isShared(const void *) { return 0; }
inline unsigned __isConstant(const void *) { return 0; }
inline unsigned __isLocal(const void *) { return 0; }
inline unsigned __isGridConstant(const void *) { return 0; }
#define SPACE(name)                                                                                     \
  inline std::size_t __cvta_generic_to_##name(const void *pointer) { return std::size_t(pointer); }     \
  inline void *__cvta_##name##_to_generic(std::size_t address) { return reinterpret_cast<void *>(address); }
SPACE(global) SPACE(shared) SPACE(constant) SPACE(local)
#undef SPACE
#define __assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
