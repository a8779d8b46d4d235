/*
 * The data model of 64-bit Linux on a target whose long, size_t and pointers have 32 bits. mx_wide converts a 32-bit value of such a
 * library (a size, a difference of pointers) to the width and the value it has on 64-bit Linux, and returns 64-bit values unchanged.
 */
#ifndef MANTISSA_WIDE_H
#define MANTISSA_WIDE_H

/* the 64-bit type for the program's long; long itself where the program is only parsed, for 64-bit Linux */
#ifdef __wasm__
typedef long long mx_long;
typedef unsigned long long mx_ulong;
#else
typedef long mx_long;
typedef unsigned long mx_ulong;
#endif

#ifdef __CUDACC__
#define MX_WIDE_INLINE static __inline__ __host__ __device__ __attribute__((unused))
#else
#define MX_WIDE_INLINE static __inline__ __attribute__((unused))
#endif
#ifdef __cplusplus
#define MX_WIDE constexpr MX_WIDE_INLINE
#else
#define MX_WIDE MX_WIDE_INLINE __attribute__((overloadable))
#endif

MX_WIDE mx_long mx_wide(int value) { return value; }
MX_WIDE mx_ulong mx_wide(unsigned value) { return value; }
MX_WIDE mx_long mx_wide(long value) { return value; }
/* no object is this large: the value is (size_t)-1, which means none, as in std::string::npos */
MX_WIDE mx_ulong mx_wide(unsigned long value) { return value == (unsigned long)-1 ? (mx_ulong)-1 : value; }
MX_WIDE long long mx_wide(long long value) { return value; }
MX_WIDE unsigned long long mx_wide(unsigned long long value) { return value; }

#ifdef __wasm__
/* the library's functions, with 64-bit l, z, t and j in format strings; see src/execution/wasm/support-source.ts */
struct _IO_FILE;
#ifdef __cplusplus
extern "C" {
#endif
int mx_printf(const char *, ...);
int mx_fprintf(struct _IO_FILE *, const char *, ...);
int mx_dprintf(int, const char *, ...);
int mx_sprintf(char *, const char *, ...);
int mx_snprintf(char *, mx_ulong, const char *, ...);
int mx_asprintf(char **, const char *, ...);
int mx_vprintf(const char *, __builtin_va_list);
int mx_vfprintf(struct _IO_FILE *, const char *, __builtin_va_list);
int mx_vdprintf(int, const char *, __builtin_va_list);
int mx_vsprintf(char *, const char *, __builtin_va_list);
int mx_vsnprintf(char *, mx_ulong, const char *, __builtin_va_list);
int mx_vasprintf(char **, const char *, __builtin_va_list);
int mx_scanf(const char *, ...);
int mx_fscanf(struct _IO_FILE *, const char *, ...);
int mx_sscanf(const char *, const char *, ...);
int mx_vscanf(const char *, __builtin_va_list);
int mx_vfscanf(struct _IO_FILE *, const char *, __builtin_va_list);
int mx_vsscanf(const char *, const char *, __builtin_va_list);
mx_long mx_ftell(struct _IO_FILE *);
int mx_fseek(struct _IO_FILE *, mx_long, int);
void *mx_malloc(mx_ulong);
void *mx_calloc(mx_ulong, mx_ulong);
void *mx_realloc(void *, mx_ulong);
#ifdef __cplusplus
}
namespace std {
using ::mx_calloc;
using ::mx_fprintf;
using ::mx_fscanf;
using ::mx_fseek;
using ::mx_ftell;
using ::mx_long;
using ::mx_malloc;
using ::mx_printf;
using ::mx_realloc;
using ::mx_scanf;
using ::mx_snprintf;
using ::mx_sprintf;
using ::mx_sscanf;
using ::mx_ulong;
using ::mx_vfprintf;
using ::mx_vfscanf;
using ::mx_vprintf;
using ::mx_vscanf;
using ::mx_vsnprintf;
using ::mx_vsprintf;
using ::mx_vsscanf;
} // namespace std
#endif
#endif
#endif
