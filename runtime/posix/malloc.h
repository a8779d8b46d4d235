#ifndef MANTISSA_MALLOC_H
#define MANTISSA_MALLOC_H
#include <stdlib.h>
#define M_MXFAST 1
#define M_TRIM_THRESHOLD (-1)
#define M_TOP_PAD (-2)
#define M_MMAP_THRESHOLD (-3)
#define M_MMAP_MAX (-4)
#define M_ARENA_MAX (-8)
#ifdef __cplusplus
extern "C" {
#endif
struct mallinfo { int arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost; };
struct mallinfo mallinfo(void);
int mallopt(int parameter, int value);
int malloc_trim(size_t pad);
size_t malloc_usable_size(void *pointer);
void *pvalloc(size_t size);
void malloc_stats(void);
#ifdef __cplusplus
}
#endif
#endif
