/* Integers on their way into a class of several doubles, which holds all digits of 64 bits. */
#define MX_OF_INTEGER(ending, type, carried)                                                                \
  MX_HD mx_real mx_store##ending(int site, type value) { return mx_store(site, mx_real((carried) value)); } \
  MX_HD mx_real mx_as##ending(int number, type value) { return mx_as(number, mx_real((carried) value)); }
MX_OF_INTEGER(_integer, long long, long long)
MX_OF_INTEGER(_unsigned, unsigned long long, unsigned long long)
#ifdef __SIZEOF_INT128__
MX_OF_INTEGER(_int128, __int128, double)
MX_OF_INTEGER(_uint128, unsigned __int128, double)
#endif
#undef MX_OF_INTEGER
