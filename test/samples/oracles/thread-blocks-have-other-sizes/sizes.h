#define THREADS 128
#define BLOCKS(n) (((n) + THREADS - 1) / THREADS)
