/* Integers on their way into a class of several doubles, which holds all of their digits. */
#define MX_OF_INTEGER(ending, type)                                                                                     \
  MX_HD mx_real mx_store##ending(int site, type value) { return mx_store(site, mx_real(value)); }                       \
  MX_HD mx_real mx_as##ending(int number, type value) { return mx_as(number, mx_real(value)); }
MX_OF_INTEGER(_integer, long long)
MX_OF_INTEGER(_unsigned, unsigned long long)
#ifdef __SIZEOF_INT128__
MX_OF_INTEGER(_int128, __int128)
MX_OF_INTEGER(_uint128, unsigned __int128)
#endif
#undef MX_OF_INTEGER
