/* Copies between host and device whose sides have formats of their own. Every number is rounded on the way, first to the format of where it
 * comes from (it may be a constant that nothing has rounded yet), then to that of where it goes. `To` and `From` carry the numbers of either
 * side, a site of -1 has the numbers that its type has, and `size` is what the bytes of the call count. What is asynchronous in the program
 * is waited for here: it is still in the order of its stream. C++ only. */
#ifndef MANTISSA_INSTRUMENT_TRANSFERS_H
#define MANTISSA_INSTRUMENT_TRANSFERS_H

#if MX_MODE == 3
template <class To> struct mx_made {
  static To of(const mx_real &value) { return To((double) value); }
};
template <> struct mx_made<mx_real> {
  static mx_real of(const mx_real &value) { return value; }
};
template <class To, class From> inline To mx_converted(int, int, const From &value) { return mx_made<To>::of(mx_real(value)); }
inline bool mx_rounds(int) { return false; }
#else
/* As mx_store, but no store of the program's. */
inline double mx_kept(int site, double value)
{
  if (site < 0) return value;
  const char format = (char) mx_site_formats[site];
  if (MX_IS_FP64(format)) return value;
  return MX_IS_FP32(format) ? (double) (float) value : mx_round_half(format, value);
}
inline double mx_widened(double value) { return value; }
template <class From> inline double mx_widened(const From &value) { return (double) (float) value; }
template <class To, class From> inline To mx_converted(int to_site, int from_site, const From &value)
{
  return To(mx_kept(to_site, mx_kept(from_site, mx_widened(value))));
}
inline bool mx_rounds(int site) { return site >= 0 && !MX_IS_FP64((char) mx_site_formats[site]); }
#endif

template <class To, class From> struct mx_alike {
  static const bool types = false;
};
template <class Number> struct mx_alike<Number, Number> {
  static const bool types = true;
};

template <class To, class From> inline bool mx_copies_bytes(int to_site, int from_site)
{
  return mx_alike<To, From>::types && !mx_rounds(to_site) && !mx_rounds(from_site);
}

/* Rows of `columns` numbers; a pitch is in bytes. */
template <class To, class From>
inline void mx_convert_rows(int to_site, int from_site, void *to, __SIZE_TYPE__ to_pitch, const void *from, __SIZE_TYPE__ from_pitch,
                            __SIZE_TYPE__ columns, __SIZE_TYPE__ rows)
{
  for (__SIZE_TYPE__ y = 0; y < rows; y++) {
    To *target = (To *) ((char *) to + y * to_pitch);
    const From *source = (const From *) ((const char *) from + y * from_pitch);
    for (__SIZE_TYPE__ x = 0; x < columns; x++) target[x] = mx_converted<To, From>(to_site, from_site, source[x]);
  }
}

/* Memory on the host that holds a copy for a while. */
template <class Number> struct mx_stage {
  Number *numbers;
  __SIZE_TYPE__ bytes;
  explicit mx_stage(__SIZE_TYPE__ count) : numbers(new Number[count ? count : 1]), bytes(count * sizeof(Number)) {}
  ~mx_stage() { delete[] numbers; }
  mx_stage(const mx_stage &) = delete;
  mx_stage &operator=(const mx_stage &) = delete;
};

template <class To, class From>
inline cudaError_t mx_cudaMemcpy(int to_site, int from_site, __SIZE_TYPE__ size, void *to, const void *from, __SIZE_TYPE__ bytes,
                                 cudaMemcpyKind kind)
{
  const __SIZE_TYPE__ count = bytes / size;
  if (mx_copies_bytes<To, From>(to_site, from_site)) return cudaMemcpy(to, from, count * sizeof(To), kind);
  if (kind == cudaMemcpyHostToDevice) {
    mx_stage<To> stage(count);
    mx_convert_rows<To, From>(to_site, from_site, stage.numbers, 0, from, 0, count, 1);
    return cudaMemcpy(to, stage.numbers, stage.bytes, kind);
  }
  mx_stage<From> stage(count);
  const cudaError_t error = cudaMemcpy(stage.numbers, from, stage.bytes, kind);
  if (error == cudaSuccess) mx_convert_rows<To, From>(to_site, from_site, to, 0, stage.numbers, 0, count, 1);
  return error;
}

#endif
