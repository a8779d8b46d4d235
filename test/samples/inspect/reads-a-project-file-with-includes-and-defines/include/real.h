#ifndef REAL_H
#define REAL_H

#ifndef PRECISION
#error "PRECISION must be defined by the build"
#endif

typedef PRECISION real;

#endif
