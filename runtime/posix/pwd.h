#pragma once
#include <sys/types.h>
#ifdef __cplusplus
extern "C" {
#endif
struct passwd { char *pw_name, *pw_passwd; uid_t pw_uid; gid_t pw_gid; char *pw_gecos, *pw_dir, *pw_shell; };
struct passwd *getpwuid(uid_t user);
struct passwd *getpwnam(const char *name);
#ifdef __cplusplus
}
#endif
