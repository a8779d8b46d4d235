#ifndef TYPES_H
#define TYPES_H

/* One place to choose the precision of the whole code. */
typedef double Real_t;
typedef int Index_t;

typedef Real_t Pressure_t;

#endif
