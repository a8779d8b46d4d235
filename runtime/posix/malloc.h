#ifndef MANTISSA_MALLOC_H
#define MANTISSA_MALLOC_H
#include <stdlib.h>
#ifdef __cplusplus
extern "C" {
#endif
struct mallinfo { int arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost; };
struct mallinfo mallinfo(void);
int mallopt(int parameter, int value);
int malloc_trim(size_t pad);
size_t malloc_usable_size(void *pointer);
void *pvalloc(size_t size);
#ifdef __cplusplus
}
#endif
#endif
