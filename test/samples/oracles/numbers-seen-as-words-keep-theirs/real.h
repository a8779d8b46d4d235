#ifndef REAL_H
#define REAL_H
typedef double real;
#endif
