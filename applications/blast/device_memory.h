#ifndef BLAST_DEVICE_MEMORY_H
#define BLAST_DEVICE_MEMORY_H

#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define cudaCheck(call) reportCudaError((call), #call, __FILE__, __LINE__)

inline void reportCudaError(cudaError_t error, const char *call, const char *file, int line)
{
  if (error != cudaSuccess) {
    std::fprintf(stderr, "%s:%d: %s failed: %s\n", file, line, call, cudaGetErrorString(error));
    std::exit(EXIT_FAILURE);
  }
}

template <class T>
T *Allocate(size_t size)
{
  T *pointer = NULL;
  cudaCheck(cudaMalloc((void **)&pointer, size * sizeof(T)));
  return pointer;
}

template <class T>
void Release(T **pointer)
{
  if (*pointer != NULL) {
    cudaCheck(cudaFree(*pointer));
    *pointer = NULL;
  }
}

// An array on the device that knows its length and frees itself.
template <class T>
class DeviceArray {
 public:
  DeviceArray() : m_data(NULL), m_size(0) {}
  ~DeviceArray() { Release(&m_data); }

  void resize(size_t size)
  {
    Release(&m_data);
    m_data = Allocate<T>(size);
    m_size = size;
  }

  void fill_zero() { cudaCheck(cudaMemset(m_data, 0, m_size * sizeof(T))); }

  void assign(const std::vector<T> &host)
  {
    if (m_size != host.size()) resize(host.size());
    cudaCheck(cudaMemcpy(m_data, host.data(), m_size * sizeof(T), cudaMemcpyHostToDevice));
  }

  std::vector<T> fetch() const
  {
    std::vector<T> host(m_size);
    cudaCheck(cudaMemcpy(host.data(), m_data, m_size * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }

  T *raw() { return m_data; }
  const T *raw() const { return m_data; }
  size_t size() const { return m_size; }

 private:
  DeviceArray(const DeviceArray &);
  DeviceArray &operator=(const DeviceArray &);

  T *m_data;
  size_t m_size;
};

#endif
