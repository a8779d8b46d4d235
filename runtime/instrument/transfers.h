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
#elif MX_MODE == 4
inline mx_real mx_kept(int site, const mx_real &value) { return site < 0 ? value : mx_store(site, value); }
template <class To, class From> inline To mx_converted(int to_site, int from_site, const From &value)
{
  return (To) mx_kept(to_site, mx_kept(from_site, mx_real(value)));
}
inline bool mx_rounds(int site) { return site >= 0; }
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
  return To(mx_noticed(to_site, mx_kept(to_site, mx_kept(from_site, mx_widened(value)))));
}
/* A run that sees ranges looks at every number on its way. */
inline bool mx_rounds(int site) { return site >= 0 && (MX_RANGES || !MX_IS_FP64((char) mx_site_formats[site])); }
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

/* A copy of rows that is put together from what is the program's own call: `Call` copies bytes between the device and a stage that is packed. */
template <class To, class From, class Call>
inline cudaError_t mx_convert_through(int to_site, int from_site, void *to, __SIZE_TYPE__ to_pitch, const void *from, __SIZE_TYPE__ from_pitch,
                                      __SIZE_TYPE__ columns, __SIZE_TYPE__ rows, bool to_device, Call call)
{
  if (to_device) {
    mx_stage<To> stage(columns * rows);
    mx_convert_rows<To, From>(to_site, from_site, stage.numbers, columns * sizeof(To), from, from_pitch, columns, rows);
    return call(stage.numbers);
  }
  mx_stage<From> stage(columns * rows);
  const cudaError_t error = call(stage.numbers);
  if (error == cudaSuccess)
    mx_convert_rows<To, From>(to_site, from_site, to, to_pitch, stage.numbers, columns * sizeof(From), columns, rows);
  return error;
}

inline cudaError_t mx_finished(cudaError_t error, cudaStream_t stream) { return error == cudaSuccess ? cudaStreamSynchronize(stream) : error; }

template <class To, class From>
inline cudaError_t mx_cudaMemcpy(int to_site, int from_site, __SIZE_TYPE__ size, void *to, const void *from, __SIZE_TYPE__ bytes,
                                 cudaMemcpyKind kind)
{
  const __SIZE_TYPE__ count = bytes / size;
  if (mx_copies_bytes<To, From>(to_site, from_site)) return cudaMemcpy(to, from, count * sizeof(To), kind);
  const bool to_device = kind == cudaMemcpyHostToDevice;
  return mx_convert_through<To, From>(to_site, from_site, to, 0, from, 0, count, 1, to_device, [&](void *stage) {
    return to_device ? cudaMemcpy(to, stage, count * sizeof(To), kind) : cudaMemcpy(stage, from, count * sizeof(From), kind);
  });
}

template <class To, class From>
inline cudaError_t mx_cudaMemcpyAsync(int to_site, int from_site, __SIZE_TYPE__ size, void *to, const void *from, __SIZE_TYPE__ bytes,
                                      cudaMemcpyKind kind, cudaStream_t stream = 0)
{
  const __SIZE_TYPE__ count = bytes / size;
  if (mx_copies_bytes<To, From>(to_site, from_site)) return cudaMemcpyAsync(to, from, count * sizeof(To), kind, stream);
  const bool to_device = kind == cudaMemcpyHostToDevice;
  if (const cudaError_t before = cudaStreamSynchronize(stream)) return before;
  return mx_convert_through<To, From>(to_site, from_site, to, 0, from, 0, count, 1, to_device, [&](void *stage) {
    return mx_finished(to_device ? cudaMemcpyAsync(to, stage, count * sizeof(To), kind, stream)
                                 : cudaMemcpyAsync(stage, from, count * sizeof(From), kind, stream),
                       stream);
  });
}

template <class To, class From>
inline cudaError_t mx_cudaMemcpy2D(int to_site, int from_site, __SIZE_TYPE__ size, void *to, __SIZE_TYPE__ to_pitch, const void *from,
                                   __SIZE_TYPE__ from_pitch, __SIZE_TYPE__ width, __SIZE_TYPE__ height, cudaMemcpyKind kind)
{
  const __SIZE_TYPE__ columns = width / size;
  if (mx_copies_bytes<To, From>(to_site, from_site)) return cudaMemcpy2D(to, to_pitch, from, from_pitch, columns * sizeof(To), height, kind);
  const bool to_device = kind == cudaMemcpyHostToDevice;
  return mx_convert_through<To, From>(to_site, from_site, to, to_pitch, from, from_pitch, columns, height, to_device, [&](void *stage) {
    return to_device ? cudaMemcpy2D(to, to_pitch, stage, columns * sizeof(To), columns * sizeof(To), height, kind)
                     : cudaMemcpy2D(stage, columns * sizeof(From), from, from_pitch, columns * sizeof(From), height, kind);
  });
}

template <class To, class From>
inline cudaError_t mx_cudaMemcpy2DAsync(int to_site, int from_site, __SIZE_TYPE__ size, void *to, __SIZE_TYPE__ to_pitch, const void *from,
                                        __SIZE_TYPE__ from_pitch, __SIZE_TYPE__ width, __SIZE_TYPE__ height, cudaMemcpyKind kind,
                                        cudaStream_t stream = 0)
{
  const __SIZE_TYPE__ columns = width / size;
  if (mx_copies_bytes<To, From>(to_site, from_site))
    return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, columns * sizeof(To), height, kind, stream);
  const bool to_device = kind == cudaMemcpyHostToDevice;
  if (const cudaError_t before = cudaStreamSynchronize(stream)) return before;
  return mx_convert_through<To, From>(to_site, from_site, to, to_pitch, from, from_pitch, columns, height, to_device, [&](void *stage) {
    return mx_finished(to_device ? cudaMemcpy2DAsync(to, to_pitch, stage, columns * sizeof(To), columns * sizeof(To), height, kind, stream)
                                 : cudaMemcpy2DAsync(stage, columns * sizeof(From), from, from_pitch, columns * sizeof(From), height, kind, stream),
                       stream);
  });
}

/* A symbol is copied to and from by its address. */
template <class Symbol> inline char *mx_symbol_address(const Symbol &symbol)
{
  void *address = 0;
  return cudaGetSymbolAddress(&address, symbol) == cudaSuccess ? (char *) address : 0;
}

template <class To, class From, class Symbol>
inline cudaError_t mx_cudaMemcpyToSymbol(int to_site, int from_site, __SIZE_TYPE__ size, const Symbol &symbol, const void *from,
                                         __SIZE_TYPE__ bytes, __SIZE_TYPE__ offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
  return mx_cudaMemcpy<To, From>(to_site, from_site, size, mx_symbol_address(symbol) + offset, from, bytes, kind);
}

template <class To, class From, class Symbol>
inline cudaError_t mx_cudaMemcpyToSymbolAsync(int to_site, int from_site, __SIZE_TYPE__ size, const Symbol &symbol, const void *from,
                                              __SIZE_TYPE__ bytes, __SIZE_TYPE__ offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                              cudaStream_t stream = 0)
{
  return mx_cudaMemcpyAsync<To, From>(to_site, from_site, size, mx_symbol_address(symbol) + offset, from, bytes, kind, stream);
}

template <class To, class From, class Symbol>
inline cudaError_t mx_cudaMemcpyFromSymbol(int to_site, int from_site, __SIZE_TYPE__ size, void *to, const Symbol &symbol,
                                           __SIZE_TYPE__ bytes, __SIZE_TYPE__ offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
  return mx_cudaMemcpy<To, From>(to_site, from_site, size, to, mx_symbol_address(symbol) + offset, bytes, kind);
}

template <class To, class From, class Symbol>
inline cudaError_t mx_cudaMemcpyFromSymbolAsync(int to_site, int from_site, __SIZE_TYPE__ size, void *to, const Symbol &symbol,
                                                __SIZE_TYPE__ bytes, __SIZE_TYPE__ offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                cudaStream_t stream = 0)
{
  return mx_cudaMemcpyAsync<To, From>(to_site, from_site, size, to, mx_symbol_address(symbol) + offset, bytes, kind, stream);
}

#endif
