#pragma once
#ifdef __cplusplus
extern "C" {
#endif
void error(int status, int number, const char *format, ...);
void error_at_line(int status, int number, const char *file, unsigned int line, const char *format, ...);
extern unsigned int error_message_count;
#ifdef __cplusplus
}
#endif
