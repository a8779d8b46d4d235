// Command-line helpers with the interface of the CUDA samples: -name, --name and name=value.
#ifndef MANTISSA_HELPER_STRING_H
#define MANTISSA_HELPER_STRING_H
#define COMMON_HELPER_STRING_H_
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <fstream>
#include <string>
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(to, length, from) strcpy(to, from)
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#define FOPEN_FAIL(result) (result == NULL)
#define SSCANF sscanf
#define SPRINTF sprintf
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
inline int stringRemoveDelimiter(char delimiter, const char *string) {
  int start = 0;
  while (string[start] == delimiter) start++;
  return start >= int(strlen(string) - 1) ? 0 : start;
}
/** The text after `name` in the last argument that contains it; null without one. */
inline const char *mantissaArgument(int argc, const char **argv, const char *name) {
  const char *found = nullptr;
  const size_t length = strlen(name);
  for (int k = 1; k < argc; k++) {
    const char *text = argv[k] + strspn(argv[k], "-");
    if (strncasecmp(text, name, length) == 0 && (text[length] == 0 || text[length] == '=')) found = text + length;
  }
  return found;
}
inline bool checkCmdLineFlag(const int argc, const char **argv, const char *name) { return mantissaArgument(argc, argv, name) != nullptr; }
inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *name) {
  const char *value = mantissaArgument(argc, argv, name);
  return value && *value ? atoi(value + 1) : 0;
}
inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name) {
  const char *value = mantissaArgument(argc, argv, name);
  return value && *value ? float(atof(value + 1)) : 0.0f;
}
template <class T> bool getCmdLineArgumentValue(const int argc, const char **argv, const char *name, T *value) {
  const char *text = mantissaArgument(argc, argv, name);
  if (text && *text) *value = T(atof(text + 1));
  return text != nullptr;
}
inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **value) {
  const char *text = mantissaArgument(argc, argv, name);
  *value = text ? const_cast<char *>(text + (*text == '=')) : nullptr;
  return text != nullptr;
}
inline char *sdkFindFilePath(const char *filename, const char *) {
  for (const char *folder : {"", "./data/", "../data/"}) {
    const std::string path = std::string(folder) + filename;
    if (FILE *file = fopen(path.c_str(), "rb")) {
      fclose(file);
      return strdup(path.c_str());
    }
  }
  return nullptr;
}
#endif
