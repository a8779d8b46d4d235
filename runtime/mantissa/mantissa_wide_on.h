/* Redefines library names and keywords for a program written for 64-bit Linux; mantissa_wide_off.h undoes this. May be included any
   number of times. Macros that the library defines as numbers (LONG_MAX) stay redefined, since no library header uses them. */
#ifdef __wasm__
#define __builtin_expect(value, expected) ((mx_long)(value))
#define sizeof (mx_ulong)sizeof
#define alignof (mx_ulong)alignof
#define _Alignof (mx_ulong)_Alignof
#define __alignof__ (mx_ulong)__alignof__
#define __alignof (mx_ulong)__alignof
#undef offsetof
#define offsetof(type, member) ((mx_ulong)__builtin_offsetof(type, member))
#define size_t mx_ulong
#define uintptr_t mx_ulong
#define ulong mx_ulong
#define u_long mx_ulong
#define uint_fast16_t mx_ulong
#define uint_fast32_t mx_ulong
#define uint_fast64_t mx_ulong
#define ssize_t mx_long
#define ptrdiff_t mx_long
#define intptr_t mx_long
#define int_fast16_t mx_long
#define int_fast32_t mx_long
#define int_fast64_t mx_long
#define printf mx_printf
#define fprintf mx_fprintf
#define dprintf mx_dprintf
#define sprintf mx_sprintf
#define snprintf mx_snprintf
#define asprintf mx_asprintf
#define vprintf mx_vprintf
#define vfprintf mx_vfprintf
#define vdprintf mx_vdprintf
#define vsprintf mx_vsprintf
#define vsnprintf mx_vsnprintf
#define vasprintf mx_vasprintf
#define scanf mx_scanf
#define fscanf mx_fscanf
#define sscanf mx_sscanf
#define vscanf mx_vscanf
#define vfscanf mx_vfscanf
#define vsscanf mx_vsscanf
#define ftell mx_ftell
#define fseek mx_fseek
#define malloc mx_malloc
#define calloc mx_calloc
#define realloc mx_realloc
#define strtol strtoll
#define strtoul strtoull
#define atol atoll
#define labs llabs
#define ldiv lldiv
#define ldiv_t lldiv_t
#define lround llround
#define lroundf llroundf
#define lroundl llroundl
#define lrint llrint
#define lrintf llrintf
#define lrintl llrintl
#define stol stoll
#define stoul stoull
#define wcstol wcstoll
#define wcstoul wcstoull
#define __builtin_labs __builtin_llabs
#define __builtin_lround __builtin_llround
#define __builtin_lrint __builtin_llrint
#define __builtin_clzl __builtin_clzll
#define __builtin_ctzl __builtin_ctzll
#define __builtin_ffsl __builtin_ffsll
#define __builtin_popcountl __builtin_popcountll
#define __builtin_parityl __builtin_parityll
#define __builtin_clrsbl __builtin_clrsbll
#undef LONG_MAX
#define LONG_MAX 0x7fffffffffffffffLL
#undef LONG_MIN
#define LONG_MIN (-0x7fffffffffffffffLL - 1)
#undef ULONG_MAX
#define ULONG_MAX 0xffffffffffffffffULL
#undef LONG_BIT
#define LONG_BIT 64
#undef __LONG_WIDTH__
#define __LONG_WIDTH__ 64
#undef LONG_WIDTH
#define LONG_WIDTH 64
#undef ULONG_WIDTH
#define ULONG_WIDTH 64
#undef __LONG_MAX__
#define __LONG_MAX__ 0x7fffffffffffffffLL
#undef __SIZEOF_LONG__
#define __SIZEOF_LONG__ 8
#undef __SIZEOF_SIZE_T__
#define __SIZEOF_SIZE_T__ 8
#undef __SIZE_MAX__
#define __SIZE_MAX__ 0xffffffffffffffffULL
#undef SIZE_MAX
#define SIZE_MAX 0xffffffffffffffffULL
#undef UINTPTR_MAX
#define UINTPTR_MAX 0xffffffffffffffffULL
#undef UINT_FAST16_MAX
#define UINT_FAST16_MAX 0xffffffffffffffffULL
#undef UINT_FAST32_MAX
#define UINT_FAST32_MAX 0xffffffffffffffffULL
#undef SSIZE_MAX
#define SSIZE_MAX 0x7fffffffffffffffLL
#undef INTPTR_MAX
#define INTPTR_MAX 0x7fffffffffffffffLL
#undef INTPTR_MIN
#define INTPTR_MIN (-0x7fffffffffffffffLL - 1)
#undef PTRDIFF_MAX
#define PTRDIFF_MAX 0x7fffffffffffffffLL
#undef PTRDIFF_MIN
#define PTRDIFF_MIN (-0x7fffffffffffffffLL - 1)
#undef INT_FAST16_MAX
#define INT_FAST16_MAX 0x7fffffffffffffffLL
#undef INT_FAST16_MIN
#define INT_FAST16_MIN (-0x7fffffffffffffffLL - 1)
#undef INT_FAST32_MAX
#define INT_FAST32_MAX 0x7fffffffffffffffLL
#undef INT_FAST32_MIN
#define INT_FAST32_MIN (-0x7fffffffffffffffLL - 1)
#undef PRIdFAST16
#define PRIdFAST16 "lld"
#undef PRIdFAST32
#define PRIdFAST32 "lld"
#undef PRIiFAST16
#define PRIiFAST16 "lli"
#undef PRIiFAST32
#define PRIiFAST32 "lli"
#undef PRIoFAST16
#define PRIoFAST16 "llo"
#undef PRIoFAST32
#define PRIoFAST32 "llo"
#undef PRIuFAST16
#define PRIuFAST16 "llu"
#undef PRIuFAST32
#define PRIuFAST32 "llu"
#undef PRIxFAST16
#define PRIxFAST16 "llx"
#undef PRIxFAST32
#define PRIxFAST32 "llx"
#undef PRIXFAST16
#define PRIXFAST16 "llX"
#undef PRIXFAST32
#define PRIXFAST32 "llX"
#undef SCNdFAST16
#define SCNdFAST16 "lld"
#undef SCNdFAST32
#define SCNdFAST32 "lld"
#undef SCNiFAST16
#define SCNiFAST16 "lli"
#undef SCNiFAST32
#define SCNiFAST32 "lli"
#undef SCNoFAST16
#define SCNoFAST16 "llo"
#undef SCNoFAST32
#define SCNoFAST32 "llo"
#undef SCNuFAST16
#define SCNuFAST16 "llu"
#undef SCNuFAST32
#define SCNuFAST32 "llu"
#undef SCNxFAST16
#define SCNxFAST16 "llx"
#undef SCNxFAST32
#define SCNxFAST32 "llx"
#endif
