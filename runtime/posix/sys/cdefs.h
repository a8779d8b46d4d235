// glibc's bracket macros.
#ifndef MANTISSA_SYS_CDEFS_H
#define MANTISSA_SYS_CDEFS_H
#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif
#define __P(arguments) arguments
#define __THROW
#endif
