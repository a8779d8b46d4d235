/* Included before an instrumented program: every floating-point operation is a call that carries its number, every store a
 * rounding that carries its site's. The format of each number is read at start-up from MANTISSA_FORMATS, one letter per
 * operation, a bar, one letter per site (d fp64, s fp32, h fp16, b bf16; of a site also a fp8e4m3, i fp8e5m2, in which nothing computes, j: as it is, but moved by a sixteenth, or k: with its sign turned
 * and set off by one besides, to see who depends on it: a zero is not moved by a sixteenth, nor a quotient of two that are). C11 (GNU) and C++17.
 *
 * An operation computes in the highest format of its operands, which therefore need no rounding of their own, but for constants and
 * integers: those are given as mx_as(number, value). A capital letter is the format of an operation configured by its own name
 * (H, B; fp32 rounds its operands anyway): its operands may be wider, and are rounded first.
 *
 * MX_MODE chooses what the calls do:
 *   0 emulate  compute in the configured formats
 *   1 count    compute in the configured formats, and count executions: of the operations and sites that MX_COUNTED names, a bit each in words
 *              of 64, or of all where it is not there. One operation of a basic block counts for the others (src/rewrite/counted-places.ts).
 *              Where MX_NARROW names operations in the same way, the others are in fp64 and ask no table: such a program is counted as written only.
 *              Iterations of MX_LOOPS loops and calls of MX_FUNCTIONS functions are counted where the text says so (src/rewrite/count-iterations.ts).
 *              With MX_RANGES it also sees the magnitudes that sites are given
 *   2 shadow   compute in the declared formats and also in fp32, and sum the relative difference per operation
 *   3 reference  compute everything in fp64x2 (reference.h, C++ only)
 *   4 wide     compute in the configured formats, some of which are wider than fp64, in MX_PARTS doubles (wide.h, C++ only); behind another bar the table has
 *              the formats of choices (c ? a : b), whose constants have the digits of what they are chosen instead of
 * Counts and differences are written to the file MANTISSA_REPORT at exit, one line per operation that counted (mode 2 on a GPU counts no
 * executions: 0). Mode 2 adds a line for every operation whose error could not be told, mode 1 one for every
 * site that counted, with MX_RANGES another for the magnitudes it was given, one for every launch and every copy that happened:
 *   <operation> <executions> <difference>      lost <operation> <times>      store <site> <executions>      launch <number> <times>      transfer <number> <times> <bytes> <most bytes>
 *   loop <loop> <iterations>      call <function> <times>
 *   blocks <frame> <grid x> <grid y> <grid z> <MX_BLOCKS> <difference of block 0> <of block 1> …      (mode 2: of the frame, a function on the device; of its largest grid)
 *   range <site> <largest finite> <smallest but zero> <whether infinite> <whether not a number>      (0 for a magnitude that there was not) */
#ifndef MANTISSA_INSTRUMENT_H
#define MANTISSA_INSTRUMENT_H

/* No header of the library: a program may declare its functions in its own words, or give their names to something else. */

#include "rounding.h"

#ifndef MX_MODE
#define MX_MODE 0
#endif
#ifndef MX_RANGES
#define MX_RANGES 0
#endif
/* Functions on the device whose operations have shadow errors; each is a frame. The errors of blocks from the last of MX_BLOCKS on are added up. */
#ifndef MX_FRAMES
#define MX_FRAMES 0
#endif
#define MX_BLOCKS (MX_FRAMES <= 32 ? 65536 : 8192)
#ifndef MX_CHOICES
#define MX_CHOICES 0
#endif
#ifndef MX_LOOPS
#define MX_LOOPS 0
#endif
#ifndef MX_FUNCTIONS
#define MX_FUNCTIONS 0
#endif
/* The counters: operations, sites, loops and functions, in this order. */
#define MX_COUNTERS (MX_OPERATIONS + MX_SITES + MX_LOOPS + MX_FUNCTIONS)
/* of operations, sites and choices, in this order */
#define MX_LETTERS (MX_OPERATIONS + MX_SITES + MX_CHOICES)

/* One table for the whole program: several units are linked together. */
#ifdef __cplusplus
extern "C" {
#endif
/* The magnitudes that a site was given, by their bits, which order them: the largest finite one, the smallest but zero with its sign
 * turned, so that zeros count for nothing, and what else there was. Each only ever grows. */
struct mx_seen {
  unsigned long long largest, smallest, unusual;
};
#define MX_SEEN_INFINITY 1ull
#define MX_SEEN_NAN 2ull
/* The errors of a frame by block, and its largest grid. */
struct mx_blocks {
  double *errors; /* MX_BLOCKS of them; null without an error */
  unsigned grid[3];
};
/* A unit with code on the GPU. Texts that are returned say what went wrong. */
struct mx_gpu_unit {
  int (*device)(void);
  const char *(*upload)(const char *formats);
  const char *(*collect)(int device, unsigned long long *counts, double *differences, unsigned long long *lost, struct mx_seen *seen,
                         struct mx_blocks *blocks);
  struct mx_gpu_unit *next;
};
void mx_gpu_register(struct mx_gpu_unit *unit);
void mx_prepare_device(void);
void mx_leave_device(void);
/* One letter per operation and per site. No stores of the program can be taken for stores into them, as with char. */
extern short mx_operation_formats[];
extern short mx_site_formats[];
extern short mx_choice_formats[]; /* of mode 4 alone */
/* Before main, and before anything the program initialises at start-up. gcc forgets a priority that its first declaration lacks. */
void mx_load_formats(void) __attribute__((constructor(101)));
void mx_start_run(void);
#ifdef MX_PHASES
/* Around one loop of the program, whose first iterations have another table (src/rewrite/instrument/phase-heads.ts). */
void mx_begin_iteration(void);
void mx_end_phases(void);
#endif
extern int mx_is_serving; /* main is called again for other tables, in this process */
void mx_leave_main(int status) __attribute__((noreturn)); /* its own exit(status) */
#if MX_MODE == 1
/* This thread's counters and ranges, which are merged when the program ends; null before the first. */
struct mx_counters {
  unsigned long long counts[MX_COUNTERS + 1];
#if MX_RANGES
  struct mx_seen seen[MX_SITES + 1];
#endif
};
extern __thread struct mx_counters *mx_thread_counters;
struct mx_counters *mx_begin_counting(void);
#endif
void mx_report_launch(int launch);
void mx_report_transfer(int transfer, unsigned long long bytes);
void mx_report_difference(int operation, double exact, double shadow);
void mx_add_to_block(struct mx_blocks *blocks, unsigned long long block, double difference);
void mx_widen_grid(struct mx_blocks *blocks, unsigned x, unsigned y, unsigned z);
void mx_report_block(int operation, unsigned long long block, unsigned x, unsigned y, unsigned z, double difference);
#ifdef __cplusplus
}
#endif

/* e = |(v64 - v32) / v64|, and never more than 1: then nothing of the value is left, and how wrong it is does not matter.
 * Two zeros, two NaNs and two equal infinities are no error; where v64 = 0 and v32 is not, or either is infinite or not a number
 * and the two differ (the shadow overflowed, say), e is 1, and that is counted as lost. */
MX_BOTH static __inline__ double mx_relative_difference(double exact, double shadow)
{
  double e = 0;
  if (exact != shadow && !(exact != exact && shadow != shadow)) {
    e = MX_COMPILED(fabs)((exact - shadow) / exact);
    if (!(e <= 1)) e = 1;
  }
  return e;
}

MX_BOTH static __inline__ int mx_is_lost(double exact, double shadow)
{
  const double largest = 1.7976931348623157e308;
  if (exact == shadow || (exact != exact && shadow != shadow)) return 0;
  return exact == 0 || !(MX_COMPILED(fabs)(exact) <= largest) || !(MX_COMPILED(fabs)(shadow) <= largest);
}

#if MX_NVCC
#include "device.h"
#endif

#if MX_MODE >= 3
#ifdef __cplusplus
#if MX_MODE == 3
#include "reference.h"
#else
#include "wide.h"
#endif
#endif
#else

#if MX_ON_GPU
#define MX_OPERATION_FORMAT(number) mx_gpu_formats[number]
#define MX_SITE_FORMAT(site) mx_gpu_formats[MX_OPERATIONS + (site)]
#define MX_CHECK_TABLE(format) do { if (!(format)) mx_gpu_trap(); } while (0)
#define MX_COUNT(place) do { if (mx_is_counted(place)) mx_gpu_count(place); } while (0)
#define MX_SEE(site, value) mx_gpu_see(site, value)
#define MX_DIFFERENCE(number, exact, shadow) mx_gpu_difference(number, exact, shadow)
#else
#define MX_OPERATION_FORMAT(number) mx_operation_formats[number]
#define MX_SITE_FORMAT(site) mx_site_formats[site]
#define MX_CHECK_TABLE(format) (void) 0 /* it was read before main */
#define MX_COUNT(place) do { if (mx_is_counted(place)) mx_count(place); } while (0)
#define MX_SEE(site, value) mx_see(site, value)
#if defined(MX_FRAME_OF_OPERATIONS) && defined(__cplusplus) && defined(MX_WITH_CUDA)
/* On a CPU, the blocks of a kernel run one after the other. */
static __inline__ __attribute__((unused)) void mx_difference_in_block(int number, double exact, double shadow)
{
  if (mx_runtime::port::in_kernel)
    mx_report_block(number, (1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x, gridDim.x, gridDim.y, gridDim.z,
                    mx_relative_difference(exact, shadow));
  mx_report_difference(number, exact, shadow);
}
#define MX_DIFFERENCE(number, exact, shadow) mx_difference_in_block(number, exact, shadow)
#else
#define MX_DIFFERENCE(number, exact, shadow) mx_report_difference(number, exact, shadow)
#endif
#endif

#if MX_MODE == 1
/* Whether a place is named in words of 64: a constant where the call is unfolded. */
#if MX_ON_GPU && MX_CALLED
#define MX_NAMED(function, on_gpu, ...) \
  MX_BOTH static __inline__ __attribute__((unused)) int function(int place) { return (int) (on_gpu[place >> 6] >> (place & 63) & 1); }
#else
#define MX_NAMED(function, on_gpu, ...)                                  \
  MX_BOTH static __inline__ __attribute__((unused)) int function(int place) \
  {                                                                     \
    MX_WORDS words[] = {__VA_ARGS__};                                   \
    return (int) (words[place >> 6] >> (place & 63) & 1);               \
  }
#if MX_ON_GPU
#define MX_WORDS const unsigned long long
#else
#define MX_WORDS static const unsigned long long
#endif
#endif
/* An operation, or a site behind all of them. */
#ifdef MX_COUNTED
MX_NAMED(mx_is_counted, mx_gpu_counted, MX_COUNTED)
#else
#define mx_is_counted(place) 1
#endif
#ifdef MX_NARROW
MX_NAMED(mx_is_narrow, mx_gpu_narrow, MX_NARROW)
#else
#define mx_is_narrow(number) 1
#endif

static __inline__ __attribute__((unused)) struct mx_counters *mx_own_counters(void)
{
  struct mx_counters *const mine = mx_thread_counters;
  return __builtin_expect(!mine, 0) ? mx_begin_counting() : mine;
}

static __inline__ __attribute__((unused)) void mx_count(int place) { mx_own_counters()->counts[place]++; }

/* Before the body of a loop, as the condition of an if statement whose else branch is the body; and at the beginning of a function. */
static __inline__ __attribute__((unused)) int mx_iterated(int loop)
{
  mx_count(MX_OPERATIONS + MX_SITES + loop);
  return 0;
}
static __inline__ __attribute__((unused)) void mx_called(int function) { mx_count(MX_OPERATIONS + MX_SITES + MX_LOOPS + function); }
#endif

#if MX_RANGES
/* Nearly everything lies between what this thread has seen before in this unit, and then no more is asked: where that is kept is known
 * when the unit is compiled. */
static __thread struct { unsigned long long smallest, width; } mx_known[MX_SITES + 1];

static MX_RARE void mx_see_more(int site, unsigned long long size)
{
  const unsigned long long infinity = 0x7ffull << 52;
  struct mx_seen *const seen = &mx_own_counters()->seen[site];
  if (size >= infinity) {
    seen->unusual |= size == infinity ? MX_SEEN_INFINITY : MX_SEEN_NAN;
    return;
  }
  if (size > seen->largest) seen->largest = size;
  if (0 - size > seen->smallest) seen->smallest = 0 - size;
  mx_known[site].smallest = 0 - seen->smallest;
  mx_known[site].width = seen->largest + seen->smallest;
}

static __inline__ __attribute__((unused)) void mx_see(int site, double value)
{
  unsigned long long size;
  MX_COPY(&size, &value, sizeof size);
  size &= ~(1ull << 63);
  if (__builtin_expect(size - mx_known[site].smallest > mx_known[site].width, 0) && size) mx_see_more(site, size);
}
#endif

MX_BOTH MX_HOT char mx_operation(int number)
{
  const char format = (char) MX_OPERATION_FORMAT(number);
  MX_CHECK_TABLE(format);
  return format;
}

/* The format of an operation: from the table in emulated and profiling runs, the declared one in shadow runs. */
MX_BOTH MX_HOT char mx_computed_in(int number)
{
#if MX_MODE == 1
  return mx_is_narrow(number) ? mx_operation(number) : 'd';
#else
  return MX_MODE == 0 ? mx_operation(number) : 'd';
#endif
}

MX_BOTH static MX_RARE MX_PURE double mx_round_half(char format, double value)
{
  MX_CHECK_TABLE(format);
  if (format == 'j') return value * 1.0625;
  if (format == 'k') return -1 - value * 1.0625;
  return mx_round(format, value);
}

/* Rounds a result to a half format. A call costs more than the rounding on WebAssembly, so the usual cases are inline. */
#ifdef __wasm__
MX_HOT double mx_round_result(char format, double value)
{
  mx_bits u;
  MX_COPY(&u, &value, sizeof u);
  const mx_bits size = u & ~((mx_bits) 1 << 63);
  if (size == (mx_bits) 0x7ff << 52) return value;
  if (MX_IS_BF16(format)) {
    if (__builtin_expect(!mx_is_normal(size, -126, 127), 0)) return mx_round_half(format, value);
    u = mx_round_bits(u, 8);
  } else {
    if (__builtin_expect(!mx_is_normal(size, -14, 15), 0)) return mx_round_half(format, value);
    u = mx_round_bits(u, 11);
  }
  MX_COPY(&value, &u, sizeof u);
  return value;
}
#else
MX_BOTH MX_HOT double mx_round_result(char format, double value)
{
  return MX_IS_BF16(format) ? MX_ROUND_BF16(value) : MX_ROUND_FP16(value);
}
#endif

MX_BOTH MX_HOT double mx_as_stored(int site, double value)
{
  const char format = (char) MX_SITE_FORMAT(site);
  if (__builtin_expect(MX_IS_FP64(format), 1)) return value;
  if (MX_IS_FP32(format)) return (double) (float) value;
  return mx_round_half(format, value);
}

MX_BOTH MX_HOT double mx_store(int site, double value)
{
  const double stored = mx_as_stored(site, value);
#if MX_MODE == 1
  MX_COUNT(MX_OPERATIONS + site);
#endif
#if MX_RANGES
  MX_SEE(site, stored);
#endif
  return stored;
}

/* A store to a site without mx_store: by an atomic function, a stream, a converting copy; -1 for an unknown site. */
MX_BOTH MX_HOT double mx_noticed(int site, double value)
{
#if MX_RANGES
  if (site >= 0) MX_SEE(site, mx_as_stored(site, value));
#endif
  (void) site;
  return value;
}

/* In a run that moves all that a site is given (`j`, `k`), what an atomic function is about to give it. */
MX_BOTH MX_HOT double mx_disturbed(int site, double value)
{
  const char format = site < 0 ? 'd' : (char) MX_SITE_FORMAT(site);
  return format == 'j' || format == 'k' ? mx_round_half(format, value) : value;
}

/* The result of an operation: rounded already where both have one format. */
MX_BOTH MX_HOT double mx_store_of(int site, int number, double value)
{
  if (MX_MODE == 0 && MX_SITE_FORMAT(site) == MX_OPERATION_FORMAT(number)) {
    MX_CHECK_TABLE(MX_SITE_FORMAT(site));
    return value;
  }
  return mx_store(site, value);
}

#if MX_MODE == 0
#define MX_RUN(number, wide, narrow, rounded)                 \
  const char mx_format = (char) MX_OPERATION_FORMAT(number);  \
  if (__builtin_expect(MX_IS_FP64(mx_format), 1)) return wide; \
  if (MX_IS_FP32(mx_format)) return (double) (narrow);             \
  return rounded;
#elif MX_MODE == 1
#define MX_RUN(number, wide, narrow, rounded)        \
  MX_COUNT(number);                                  \
  const char mx_format = mx_computed_in(number);     \
  if (MX_IS_FP64(mx_format)) return wide;            \
  if (MX_IS_FP32(mx_format)) return (double) (narrow); \
  return rounded;
#else
#define MX_RUN(number, wide, narrow, rounded)         \
  const double mx_exact = wide;                       \
  MX_DIFFERENCE(number, mx_exact, (double) (narrow)); \
  return mx_exact;
#endif

/* A constant or an integer, which takes the format of the operation it is given to. */
MX_BOTH MX_HOT double mx_as(int number, double value)
{
  const char format = mx_computed_in(number);
  if (MX_IS_FP64(format) || MX_IS_FP32(format)) return value;
  if (MX_IN_SIGHT(value)) return MX_IS_BF16(format) ? MX_ROUND_BF16(value) : MX_ROUND_FP16(value); /* at compile time */
  return mx_round_half(format, value);
}

/* An integer that need not fit a double is rounded once. */
#define MX_OF_INTEGER(ending, type)                                                                        \
  MX_BOTH MX_HOT double mx_from##ending(char format, type value)                                           \
  {                                                                                                        \
    return MX_IS_FP32(format) ? (double) (float) value : (double) value;                                   \
  }                                                                                                        \
  MX_BOTH MX_HOT double mx_store##ending(int site, type value)                                             \
  {                                                                                                        \
    return mx_store(site, mx_from##ending((char) MX_SITE_FORMAT(site), value));                            \
  }                                                                                                        \
  MX_BOTH MX_HOT double mx_as##ending(int number, type value)                                              \
  {                                                                                                        \
    return mx_as(number, mx_from##ending(mx_computed_in(number), value));                                  \
  }
MX_OF_INTEGER(_integer, long long)
MX_OF_INTEGER(_unsigned, unsigned long long)
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 mx_int128;
__extension__ typedef unsigned __int128 mx_uint128;
MX_OF_INTEGER(_int128, mx_int128)
MX_OF_INTEGER(_uint128, mx_uint128)
#endif

MX_BOTH MX_HOT double mx_operand(char format, double value)
{
  return MX_IS_OWN(format) ? mx_round_half(format, value) : value;
}

#define MX_BINARY(name, op, rn)                                                            \
  MX_BOTH static MX_RARE MX_PURE double name##_half(char format, double a, double b)               \
  {                                                                                        \
    MX_CHECK_TABLE(format);                                                                \
    if (MX_IS_OWN(format)) a = mx_round_half(format, a), b = mx_round_half(format, b);     \
    return mx_round_result(format, a op b);                                                \
  }                                                                                        \
  MX_BOTH MX_HOT double name(int number, double a, double b)                        \
  {                                                                                        \
    MX_RUN(number, MX_64(rn, op, a, b), MX_32(rn, op, a, b), name##_half(mx_format, a, b)) \
  }
MX_BINARY(mx_add, +, add)
MX_BINARY(mx_sub, -, sub)
MX_BINARY(mx_mul, *, mul)
MX_BINARY(mx_div, /, div)

/* The computation of mx_add, without counting. */
MX_BOTH static __inline__ __attribute__((unused)) double mx_sum_in(char format, double a, double b)
{
  if (MX_IS_FP64(format)) return MX_64(add, +, a, b);
  if (MX_IS_FP32(format)) return (double) MX_32(add, +, a, b);
  return mx_add_half(format, a, b);
}

MX_BOTH MX_HOT double mx_neg(int number, double a)
{
  MX_RUN(number, -a, -(float) a, mx_round_result(mx_format, -mx_operand(mx_format, a)))
}

#if MX_MODE == 1
#define MX_COUNT_COMPARISON(number) MX_COUNT(number)
#else
#define MX_COUNT_COMPARISON(number) (void) 0
#endif
#define MX_COMPARE(name, op)                                                                      \
  MX_BOTH MX_HOT int name(int number, double a, double b)                                  \
  {                                                                                               \
    const char format = mx_computed_in(number); \
    MX_COUNT_COMPARISON(number);                                                                   \
    if (format == 's') return (float) a op (float) b;                                             \
    return mx_operand(format, a) op mx_operand(format, b);                                        \
  }
MX_COMPARE(mx_lt, <)
MX_COMPARE(mx_gt, >)
MX_COMPARE(mx_le, <=)
MX_COMPARE(mx_ge, >=)
MX_COMPARE(mx_eq, ==)
MX_COMPARE(mx_ne, !=)
MX_BOTH MX_HOT double mx_class(int number, double a)
{
  const char format = mx_computed_in(number);
  MX_COUNT_COMPARISON(number);
  return mx_class_in(format, mx_operand(format, a));
}

/* A math function in fp16 or bf16 is the fp32 one, rounded: devices have no higher-precision intermediate either. */
#define MX_MATH_1(name, wide, narrow)                                            \
  MX_BOTH MX_HOT double mx_math_##name(int number, double a)              \
  {                                                                              \
    MX_RUN(number, wide(a), narrow((float) a),                                   \
           mx_round_result(mx_format, (double) narrow((float) mx_operand(mx_format, a)))) \
  }
#define MX_MATH_2(name, wide, narrow)                                                                            \
  MX_BOTH MX_HOT double mx_math_##name(int number, double a, double b)                                    \
  {                                                                                                              \
    MX_RUN(number, wide(a, b), narrow((float) a, (float) b),                                                     \
           mx_round_result(mx_format, (double) narrow((float) mx_operand(mx_format, a), (float) mx_operand(mx_format, b)))) \
  }
#define MX_MATH_3(name, wide, narrow)                                                                                                            \
  MX_BOTH MX_HOT double mx_math_##name(int number, double a, double b, double c)                                                          \
  {                                                                                                                                              \
    MX_RUN(number, wide(a, b, c), narrow((float) a, (float) b, (float) c),                                                                       \
           mx_round_result(mx_format, (double) narrow((float) mx_operand(mx_format, a), (float) mx_operand(mx_format, b), (float) mx_operand(mx_format, c)))) \
  }
#include "library-calls.h"
#include "math-twins.h"

/* Functions that write their results through pointers: each is rounded where it is stored, as is the function's return value. */
/* `wide` sets a and b from x, `narrow` p and q: a number for a function in fp32, rounded again for one in a half format. */
#if MX_MODE == 1
#define MX_COUNT_SEVERAL(number) MX_COUNT(number)
#else
#define MX_COUNT_SEVERAL(number) (void) 0
#endif
#if MX_MODE <= 1
#define MX_SEVERAL(number, wide, narrow)                                              \
  const char mx_format = mx_computed_in(number);                                     \
  MX_COUNT_SEVERAL(number);                                                           \
  if (MX_IS_FP64(mx_format)) {                                                        \
    wide;                                                                             \
  } else {                                                                            \
    if (!MX_IS_FP32(mx_format)) x = mx_round_half(mx_format, x);                      \
    narrow;                                                                           \
    a = MX_IS_FP32(mx_format) ? (double) p : mx_round_result(mx_format, (double) p);  \
    b = MX_IS_FP32(mx_format) ? (double) q : mx_round_result(mx_format, (double) q);  \
  }
#else
#define MX_SEVERAL(number, wide, narrow)    \
  wide;                                     \
  narrow;                                   \
  MX_DIFFERENCE(number, a, (double) p);     \
  MX_DIFFERENCE(number, b, (double) q);
#endif
#define MX_STORE_RESULT(site, target, value) *(target) = (site) < 0 ? (value) : mx_store(site, value)
MX_BOTH static __inline__ __attribute__((unused)) void mx_math_sincos(int number, int site, double x, double *sine, double *cosine)
{
  double a, b;
  float p = 0, q = 0;
  MX_SEVERAL(number, MX_LINKED(sincos)(x, &a, &b), MX_LINKED(sincosf)((float) x, &p, &q))
  MX_STORE_RESULT(site, sine, a);
  MX_STORE_RESULT(site, cosine, b);
}
#ifdef MX_WITH_CUDA
MX_BOTH static __inline__ __attribute__((unused)) void mx_math_sincospi(int number, int site, double x, double *sine, double *cosine)
{
  double a, b;
  float p = 0, q = 0;
  MX_SEVERAL(number, sincospi(x, &a, &b), sincospif((float) x, &p, &q))
  MX_STORE_RESULT(site, sine, a);
  MX_STORE_RESULT(site, cosine, b);
}
#endif
MX_BOTH static __inline__ __attribute__((unused)) double mx_math_modf(int number, int site, double x, double *whole)
{
  double a, b;
  float p = 0, q = 0;
  MX_SEVERAL(number, b = MX_LINKED(modf)(x, &a), q = MX_LINKED(modff)((float) x, &p))
  MX_STORE_RESULT(site, whole, a);
  return b;
}

/* std::min and std::max return one of their arguments: no arithmetic, but both are first brought to one format. */
MX_BOTH MX_HOT double mx_std_min(int number, double a, double b)
{
  const char format = mx_computed_in(number);
  a = mx_round(format, a);
  b = mx_round(format, b);
  return b < a ? b : a;
}
MX_BOTH MX_HOT double mx_std_max(int number, double a, double b)
{
  const char format = mx_computed_in(number);
  a = mx_round(format, a);
  b = mx_round(format, b);
  return a < b ? b : a;
}

/* Compound assignment: the target is evaluated once, after the value. */
#ifdef __cplusplus
#define MX_ASSIGN(name)                                                                       \
  template <class Target>                                                                     \
  MX_BOTH __inline__ Target &mx_assign_##name(int number, int site, Target &target, double value) \
  {                                                                                           \
    target = (Target) mx_store_of(site, number, mx_##name(number, (double) target, value));   \
    return target;                                                                            \
  }
/* Storage that starts with an unrounded constant, before an update reads it. */
template <class Target>
MX_BOTH __inline__ Target &mx_rounded(int site, Target &target)
{
  target = (Target) mx_store(site, (double) target);
  return target;
}
/* Data for a library to read; elements that are not numbers stay unchanged. */
__inline__ void mx_round_element(int site, const double &element) { const_cast<double &>(element) = mx_store(site, element); }
template <class Element> __inline__ void mx_round_element(int, const Element &) {}
template <class Iterator> __inline__ Iterator mx_rounded_range(int site, Iterator first, Iterator last)
{
  for (Iterator at = first; at != last; ++at) mx_round_element(site, *at);
  return first;
}
MX_ASSIGN(add)
MX_ASSIGN(sub)
MX_ASSIGN(mul)
MX_ASSIGN(div)
template <class Target>
MX_BOTH __inline__ Target mx_postfix(int number, int site, Target &target, double step)
{
  const Target before = target;
  mx_assign_add(number, site, target, step);
  return before;
}
#if MX_NVCC
#include "device-atomics.h"
#else
template <class Target>
__inline__ double mx_atomicAdd(int number, int site, Target *target, double value)
{
  const double before = (double) *target;
  *target = (Target) mx_noticed(site, mx_add(number, before, mx_as(number, mx_disturbed(site, value))));
  return before;
}
template <class Target>
__inline__ double mx_atomicExch(int number, int site, Target *target, double value)
{
  const double before = (double) *target;
  *target = (Target) mx_noticed(site, mx_round(mx_computed_in(number), mx_disturbed(site, value)));
  return before;
}
#endif
#else
#define MX_ASSIGN_GNU(number, site, target, value, how) \
  (*({ const double mx_value = (value); __typeof__(target) *mx_target = &(target); *mx_target = mx_store_of(site, number, how(number, *mx_target, mx_value)); mx_target; }))
#define mx_rounded(site, target) (*({ __typeof__(target) *mx_storage = &(target); *mx_storage = mx_store(site, *mx_storage); mx_storage; }))
#define mx_assign_add(number, site, target, value) MX_ASSIGN_GNU(number, site, target, value, mx_add)
#define mx_assign_sub(number, site, target, value) MX_ASSIGN_GNU(number, site, target, value, mx_sub)
#define mx_assign_mul(number, site, target, value) MX_ASSIGN_GNU(number, site, target, value, mx_mul)
#define mx_assign_div(number, site, target, value) MX_ASSIGN_GNU(number, site, target, value, mx_div)
#define mx_postfix(number, site, target, step) \
  ({ __typeof__(target) *mx_target = &(target); const __typeof__(target) mx_before = *mx_target; *mx_target = mx_store_of(site, number, mx_add(number, mx_before, step)); mx_before; })
#endif

/* `k += x` for an integer k: computed in the operation's format, cut off again. */
#ifdef __cplusplus
/* One of 64 bits is rounded once. */
template <class Target>
MX_BOTH __inline__ double mx_integer_target(int number, Target target)
{
  return mx_as(number, MX_IS_FP32(mx_computed_in(number)) ? (double) (float) target : (double) target);
}
template <class How, class Target>
MX_BOTH __inline__ Target &mx_assign_integer(How how, int number, Target &target, double value)
{
  target = (Target) how(number, mx_integer_target(number, target), value);
  return target;
}
#else
#define mx_assign_integer(how, number, target, value) \
  (*({ const double mx_value = (value); __typeof__(target) *mx_target = &(target); *mx_target = (__typeof__(target)) how(number, mx_as(number, MX_IS_FP32(mx_computed_in(number)) ? (double) (float) *mx_target : (double) *mx_target), mx_value); mx_target; }))
#endif

/* `in >> x`: a number of the format that x has. A float that is read as a double first would be rounded twice. */
#ifdef __cplusplus
template <class Target>
struct mx_extraction {
  int site;
  Target &target;
};
template <class Target> __inline__ mx_extraction<Target> mx_extracted(int site, Target &target) { return mx_extraction<Target>{site, target}; }
template <class Stream, class Target> __inline__ Stream &operator>>(Stream &in, mx_extraction<Target> into)
{
  if (MX_IS_FP64((char) MX_SITE_FORMAT(into.site))) {
    double read = (double) into.target;
    in >> read;
    into.target = (Target) mx_noticed(into.site, read);
  } else {
    float read = (float) into.target;
    in >> read;
    into.target = (Target) mx_store(into.site, (double) read);
  }
  return in;
}

/* `std::tie(x, y) = f()`: the values that the library assigned are rounded after the whole expression has been evaluated. */
template <class Target> struct mx_settling {
  int site;
  Target &target;
  ~mx_settling() { target = (Target) mx_store(site, (double) target); }
};
template <class Target> __inline__ mx_settling<Target> mx_settled(int site, Target &target) { return mx_settling<Target>{site, target}; }
#endif

/* Values of neither an operation nor a store: numbered in the text, passed through unchanged. */
#if MX_MODE == 1 && defined(__cplusplus)
template <class Grid>
__inline__ Grid mx_launched(int launch, Grid grid)
{
  mx_report_launch(launch);
  return grid;
}
__inline__ __SIZE_TYPE__ mx_transferred(int transfer, __SIZE_TYPE__ bytes)
{
  mx_report_transfer(transfer, bytes);
  return bytes;
}
#endif

/* Vectors are rounded component by component. */
#ifdef MX_WITH_CUDA_TYPES
MX_BOTH MX_HOT double1 mx_store(int site, double1 v) { return make_double1(mx_store(site, v.x)); }
MX_BOTH MX_HOT double2 mx_store(int site, double2 v) { return make_double2(mx_store(site, v.x), mx_store(site, v.y)); }
MX_BOTH MX_HOT double3 mx_store(int site, double3 v) { return make_double3(mx_store(site, v.x), mx_store(site, v.y), mx_store(site, v.z)); }
MX_BOTH MX_HOT double4 mx_store(int site, double4 v) { return make_double4(mx_store(site, v.x), mx_store(site, v.y), mx_store(site, v.z), mx_store(site, v.w)); }
/* out of memory that keeps its type, into a carrier */
MX_BOTH MX_HOT double1 mx_store(int site, float1 v) { return mx_store(site, make_double1(v.x)); }
MX_BOTH MX_HOT double2 mx_store(int site, float2 v) { return mx_store(site, make_double2(v.x, v.y)); }
MX_BOTH MX_HOT double3 mx_store(int site, float3 v) { return mx_store(site, make_double3(v.x, v.y, v.z)); }
MX_BOTH MX_HOT double4 mx_store(int site, float4 v) { return mx_store(site, make_double4(v.x, v.y, v.z, v.w)); }
/* for who takes a vector of floats */
MX_BOTH MX_HOT float1 mx_floats(double1 v) { return make_float1((float)v.x); }
MX_BOTH MX_HOT float1 mx_floats(float1 v) { return v; }
MX_BOTH MX_HOT float2 mx_floats(double2 v) { return make_float2((float)v.x, (float)v.y); }
MX_BOTH MX_HOT float2 mx_floats(float2 v) { return v; }
MX_BOTH MX_HOT float3 mx_floats(double3 v) { return make_float3((float)v.x, (float)v.y, (float)v.z); }
MX_BOTH MX_HOT float3 mx_floats(float3 v) { return v; }
MX_BOTH MX_HOT float4 mx_floats(double4 v) { return make_float4((float)v.x, (float)v.y, (float)v.z, (float)v.w); }
MX_BOTH MX_HOT float4 mx_floats(float4 v) { return v; }
#endif

MX_BOTH MX_HOT double mx_out(double value) { return value; }
MX_BOTH MX_HOT double mx_carry(double value) { return value; }

typedef double mx_number;
#include "order.h"

#if MX_MODE == 2 && MX_NVCC
#include "device-shadow.h"
#endif
#endif

#if MX_MODE < 3 || defined(__cplusplus)
#include "read-numbers.h"
#include "cplusplus-functions.h"
#endif
#if defined(__cplusplus) && defined(MX_WITH_CUDA_TYPES)
#include "transfers.h"
#endif
#endif
