// The size of a terminal's window, which the C library at hand leaves out.
#ifndef MANTISSA_SYS_IOCTL_H
#define MANTISSA_SYS_IOCTL_H
#include_next <sys/ioctl.h>
#define TIOCGWINSZ 0x5413
#define TIOCSWINSZ 0x5414
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
#endif
