#ifndef SINGLE
#define float double
#endif
