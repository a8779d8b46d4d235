// Perturbs the inputs of a CUDA program that does not mark them itself: host memory that is copied to the device, and managed memory.
// mantissa verify inserts the macros into a copy of the source. Each number x becomes x (1 + v N(0, 1)) the first time its memory reaches
// the device; the size of x counts only up to the distance of its input's neighbours, if one is given. In all other builds the macros do nothing.
#pragma once

#ifdef MANTISSA_RECORDS
#include <cmath>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include "perturb.h"

// Host memory that was copied before: to the device (`left` is a hash of its content after perturbation) or from the device.
struct mantissa_memory {
  const volatile char *begin, *end;
  const volatile void *to;
  unsigned long long left;
  bool is_result;
};

struct mantissa_known_memory {
  mantissa_memory all[4096];
  int known;
};

inline mantissa_known_memory &mantissa_known()
{
  static mantissa_known_memory known;
  return known;
}

inline unsigned long long mantissa_content(const volatile void *pointer, std::size_t bytes)
{
  unsigned long long hash = 0xcbf29ce484222325ULL ^ bytes;
  for (std::size_t at = 0; at < bytes; at++) hash = (hash ^ ((const volatile unsigned char *) pointer)[at]) * 0x100000001b3ULL;
  return hash;
}

inline void mantissa_remember(const volatile void *pointer, const volatile void *to, std::size_t bytes, bool is_result)
{
  mantissa_known_memory &known = mantissa_known();
  if (known.known == 4096) return;
  mantissa_memory &memory = known.all[known.known++];
  memory.begin = (const volatile char *) pointer;
  memory.end = memory.begin + bytes;
  memory.to = to;
  memory.left = 0;
  memory.is_result = is_result;
}

// An allocation of managed memory.
struct mantissa_block {
  char *begin, *end;
  const char *name;
  void (*move)(void *memory, const char *name, long long count);
  long long count;
  bool is_done, holds_pointers;
};

struct mantissa_known_blocks {
  mantissa_block all[1024];
  int known;
};

inline mantissa_known_blocks &mantissa_blocks()
{
  static mantissa_known_blocks blocks;
  return blocks;
}

inline mantissa_block *mantissa_block_of(const volatile void *pointer)
{
  mantissa_known_blocks &blocks = mantissa_blocks();
  for (int at = 0; at < blocks.known; at++)
    if ((const volatile char *) pointer >= blocks.all[at].begin && (const volatile char *) pointer < blocks.all[at].end) return &blocks.all[at];
  return 0;
}

// True if memory is copied to the device for the first time: it received no results, and was not copied before, unless it now has another
// content and another destination, which means that its address was reused. After 4096 recorded copies the answer is always false.
inline bool mantissa_is_first(const volatile void *pointer, const volatile void *to, std::size_t bytes)
{
  mantissa_known_memory &known = mantissa_known();
  const volatile char *begin = (const volatile char *) pointer, *end = begin + bytes;
  bool is_known = false, is_same = false, is_there = false;
  mantissa_block *block = mantissa_block_of(to);
  if (block) block->is_done = true;
  for (int at = 0; at < known.known; at++) {
    mantissa_memory &memory = known.all[at];
    if (to && memory.to == to) is_there = true;
    if (memory.begin >= end || begin >= memory.end) continue;
    if (memory.is_result) return false;
    is_known = true;
    if (memory.begin == begin && memory.end == end && memory.left == mantissa_content(pointer, bytes)) is_same = true;
  }
  if (known.known == 4096 || (is_known && (is_same || is_there))) return false;
  mantissa_remember(pointer, to, bytes, false);
  return true;
}

inline void mantissa_moved(const volatile void *pointer, std::size_t bytes)
{
  mantissa_known_memory &known = mantissa_known();
  if (known.known > 0) known.all[known.known - 1].left = mantissa_content(pointer, bytes);
}

inline void mantissa_result(const volatile void *pointer, std::size_t bytes) { mantissa_remember(pointer, 0, bytes, true); }

template <class Number> struct mantissa_is_number {
  static const bool value = !std::is_integral<Number>::value && !std::is_enum<Number>::value && !std::is_pointer<Number>::value &&
                            std::is_constructible<double, Number>::value && std::is_constructible<Number, double>::value;
};

template <class Number> inline void mantissa_move(const Number &number, mantissa_noise &noise, long long at)
{
  const double own = (double) number, size = std::fabs(own) > noise.distance ? std::copysign(noise.distance, own) : own;
  if (noise.spread > 0) const_cast<Number &>(number) = Number(own + noise.spread * mantissa_normal(&noise, at) * size);
  mantissa_see(&noise, (double) number);
}

// For template text that is also instantiated with integers or records, which are left unchanged.
template <class Number, bool IsNumber> struct mantissa_mover {
  static void move(const Number &number, mantissa_noise &noise, long long at) { mantissa_move(number, noise, at); }
};
template <class Number> struct mantissa_mover<Number, false> {
  static void move(const Number &, mantissa_noise &, long long) {}
};
template <class Number> inline void mantissa_move_number(const Number &number, mantissa_noise &noise, long long at)
{
  mantissa_mover<Number, mantissa_is_number<Number>::value>::move(number, noise, at);
}
template <class Number> inline bool mantissa_are_numbers(const Number &) { return mantissa_is_number<Number>::value; }

inline long long mantissa_numbers(std::size_t bytes, std::size_t each) { return (long long) (bytes / each); }
// The numbers from the first one of the first row to the last one of the last row.
inline long long mantissa_in_rows(long long apart, long long wide, long long rows) { return rows == 0 ? 0 : apart * (rows - 1) + wide; }

template <class Number> inline void mantissa_move_block(void *memory, const char *name, long long count)
{
  mantissa_noise noise = mantissa_noise_of(name, count);
  for (long long at = 0; noise.asked && at < count; at++) mantissa_move_number(((Number *) memory)[at], noise, at);
  mantissa_say(&noise, name, count);
}

inline void mantissa_add_block(void *memory, std::size_t bytes, const mantissa_block &block)
{
  mantissa_known_blocks &blocks = mantissa_blocks();
  int at = 0;
  while (at < blocks.known && blocks.all[at].begin != (char *) memory) at++;
  if (at == 1024 || !memory) return;
  if (at == blocks.known) blocks.known++;
  blocks.all[at] = block;
  blocks.all[at].begin = (char *) memory;
  blocks.all[at].end = (char *) memory + bytes;
}

inline void mantissa_move_nothing(void *, const char *, long long) {}

template <class Thing, bool IsNumber> struct mantissa_block_mover {
  static void move(void *memory, const char *name, long long count) { mantissa_move_block<Thing>(memory, name, count); }
};
template <class Thing> struct mantissa_block_mover<Thing, false> {
  static void move(void *, const char *, long long) {}
};

template <class Number> inline void mantissa_manage(const char *name, Number *memory, long long count)
{
  mantissa_block block = {0, 0, name, &mantissa_block_mover<Number, mantissa_is_number<Number>::value>::move, count, false, false};
  if (mantissa_is_number<Number>::value) mantissa_add_block((void *) memory, (std::size_t) count * sizeof(Number), block);
}

// Managed memory without numbers that may contain pointers to memory with numbers.
inline void mantissa_leads_on(void *memory, std::size_t bytes)
{
  mantissa_block block = {0, 0, "", &mantissa_move_nothing, 0, false, true};
  mantissa_add_block(memory, bytes, block);
}

template <class Record> inline void mantissa_manage_records(Record *memory, long long count, void (*move)(void *, const char *, long long))
{
  mantissa_block block = {0, 0, "", move, count, false, true};
  mantissa_add_block((void *) memory, (std::size_t) count * sizeof(Record), block);
}

inline void mantissa_freed(const volatile void *pointer)
{
  mantissa_known_blocks &blocks = mantissa_blocks();
  mantissa_block *block = mantissa_block_of(pointer);
  if (block) *block = blocks.all[--blocks.known];
}

inline void mantissa_reach_words(const void *memory, std::size_t bytes);

// Perturbs the managed memory behind an argument of a launch, which is complete by then.
inline void mantissa_reach(const volatile void *pointer)
{
  mantissa_block *block = mantissa_block_of(pointer);
  if (!block || block->is_done) return;
  block->is_done = true;
  block->move(block->begin, block->name, block->count);
  if (block->holds_pointers) mantissa_reach_words(block->begin, (std::size_t) (block->end - block->begin));
}

inline void mantissa_reach_words(const void *memory, std::size_t bytes)
{
  for (std::size_t at = 0; at + sizeof(void *) <= bytes; at += sizeof(void *)) {
    void *word;
    std::memcpy(&word, (const char *) memory + at, sizeof(void *));
    mantissa_reach(word);
  }
}

template <class Pointed> inline void mantissa_argument(Pointed *const &pointer) { mantissa_reach(pointer); }
template <class Value> inline void mantissa_argument(const Value &value) { mantissa_reach_words(&value, sizeof(Value)); }
inline void mantissa_launch() {}
template <class First, class... Rest> inline void mantissa_launch(const First &first, const Rest &...rest)
{
  mantissa_argument(first);
  mantissa_launch(rest...);
}

#define MANTISSA_FIRST(pointer, to, count) mantissa_is_first(pointer, (const volatile void *) (to), (std::size_t) (count) * sizeof(*(pointer)))
#define MANTISSA_MOVED(pointer, count) mantissa_moved(pointer, (std::size_t) (count) * sizeof(*(pointer)))
#define MANTISSA_RESULT(pointer, count) mantissa_result(pointer, (std::size_t) (count) * sizeof(*(pointer)))
#define MANTISSA_RESULT_AT(pointer) mantissa_result(pointer, 1)
#define MANTISSA_MOVE_WITH(move, name, number, count)                                                  \
  do {                                                                                                 \
    long long mantissa_all = count;                                                                    \
    mantissa_noise mantissa_of = mantissa_noise_of(name, mantissa_all);                                \
    for (long long mantissa_at = 0; mantissa_of.asked && mantissa_at < mantissa_all; mantissa_at++)    \
      move(number, mantissa_of, mantissa_at);                                                          \
    mantissa_say(&mantissa_of, name, mantissa_all);                                                    \
  } while (0)
#define MANTISSA_MOVE(name, number, count) MANTISSA_MOVE_WITH(mantissa_move, name, number, count)
#define MANTISSA_MOVE_NUMBERS(name, number, count)                                                     \
  do {                                                                                                 \
    long long mantissa_at = 0;                                                                         \
    if (mantissa_are_numbers(number)) MANTISSA_MOVE_WITH(mantissa_move_number, name, number, count);   \
  } while (0)
// Rows whose first numbers are `apart` numbers apart.
#define MANTISSA_MOVE_ROWS(name, number, apart, wide, rows)                                            \
  do {                                                                                                 \
    long long mantissa_wide = wide, mantissa_apart = apart, mantissa_all = mantissa_wide * (long long) (rows); \
    mantissa_noise mantissa_of = mantissa_noise_of(name, mantissa_all);                                \
    for (long long mantissa_place = 0; mantissa_of.asked && mantissa_place < mantissa_all; mantissa_place++) { \
      long long mantissa_at = mantissa_place / mantissa_wide * mantissa_apart + mantissa_place % mantissa_wide; \
      mantissa_move(number, mantissa_of, mantissa_place);                                              \
    }                                                                                                  \
    mantissa_say(&mantissa_of, name, mantissa_all);                                                    \
  } while (0)
#define MANTISSA_MANAGED(name, pointer, count) mantissa_manage(name, pointer, count)
#define MANTISSA_MANAGED_RECORDS(pointer, count, ...)                                                  \
  mantissa_manage_records(pointer, count, [](void *mantissa_memory, const char *, long long mantissa_count) __VA_ARGS__)
#define MANTISSA_LEADS_ON(pointer, bytes) mantissa_leads_on((void *) (pointer), bytes)
#define MANTISSA_LAUNCH(...) mantissa_launch(__VA_ARGS__)
#define MANTISSA_FREED(pointer) mantissa_freed(pointer)
#else
#define MANTISSA_FIRST(pointer, to, count) 0
#define MANTISSA_MOVED(pointer, count) ((void) 0)
#define MANTISSA_RESULT(pointer, count) ((void) 0)
#define MANTISSA_RESULT_AT(pointer) ((void) 0)
#define MANTISSA_MOVE(name, number, count) ((void) 0)
#define MANTISSA_MOVE_NUMBERS(name, number, count) ((void) 0)
#define MANTISSA_MOVE_ROWS(name, number, apart, wide, rows) ((void) 0)
#define MANTISSA_MANAGED(name, pointer, count) ((void) 0)
#define MANTISSA_MANAGED_RECORDS(...) ((void) 0)
#define MANTISSA_LEADS_ON(pointer, bytes) ((void) 0)
#define MANTISSA_LAUNCH(...) ((void) 0)
#define MANTISSA_FREED(pointer) ((void) 0)
#endif
