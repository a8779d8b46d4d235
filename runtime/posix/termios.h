#pragma once
#ifdef __cplusplus
extern "C" {
#endif
typedef unsigned int tcflag_t;
typedef unsigned char cc_t;
struct termios { tcflag_t c_iflag, c_oflag, c_cflag, c_lflag; cc_t c_line, c_cc[32]; };
#define ICANON 2
#define ECHO 8
#define TCSANOW 0
int tcgetattr(int file, struct termios *settings);
int tcsetattr(int file, int when, const struct termios *settings);
#ifdef __cplusplus
}
#endif
