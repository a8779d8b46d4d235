/* Numbers that the library reads from text: in the format of where they go. A float that is read as a double first would be rounded twice.
 * For every carrier (mx_number). */
#ifndef MANTISSA_INSTRUMENT_READ_NUMBERS_H
#define MANTISSA_INSTRUMENT_READ_NUMBERS_H

/* Halves are read as floats. In a reference run everything is read as a double. */
static __inline__ __attribute__((unused)) int mx_reads_float(int site)
{
#if MX_MODE == 3
  (void) site;
  return 0;
#else
  const char format = (char) mx_site_formats[site];
  return format == 's' || format == 'h' || format == 'b';
#endif
}

/* The target of `%lf` or `%f` in scanf. */
union mx_scanned_number {
  double wide;
  float narrow;
};
#define mx_scanned_as(site, number) (mx_reads_float(site) ? (double) (number).narrow : (number).wide)

/* A format of scanf whose conversions are marked by a byte 1 before the l of `%lf`, one for each of the sites. */
static __inline__ __attribute__((unused)) const char *mx_scan_format(char *to, const char *marked, const int *sites)
{
  char *at = to;
  for (; *marked; marked++) {
    if (*marked != 1) *at++ = *marked;
    else if (mx_reads_float(*sites++)) marked++;
  }
  *at = 0;
  return to;
}

/* `std::from_chars(first, last, x)`: `read` calls the overload of the variable that it is given. */
#if defined(__cplusplus) && __cplusplus >= 201402L
template <class Number, class Target, class Read> auto mx_parsed_as(int site, Target &target, Read read)
{
  const Number before = (Number) (double) target;
  Number number = before;
  const auto result = read(number);
  if (number != before) target = (Target) mx_store(site, mx_number(number));
  return result;
}
template <class Target, class Read> auto mx_parsed(int site, Target &target, Read read)
{
  return mx_reads_float(site) ? mx_parsed_as<float>(site, target, read) : mx_parsed_as<double>(site, target, read);
}
#endif

#endif
