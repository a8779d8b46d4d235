// Colours of an image from CIE L*a*b* to linear RGB, by way of CIE XYZ (white D65, primaries of sRGB).
//   lab2rgb [width] [height] [repetitions] [all]
// prints mean, lowest and highest of each channel, and eight pixels from the dark to the light side (or all)
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define THREADS 256

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

// The inverse of L*a*b*'s lightness: a cube, and a straight line below 6/29, where a cube would be too dark.
__device__ float inverseLightness(float t)
{
  if (t > 0.20689655f) return t * t * t;
  return 0.12841855f * (t - 0.13793103f);
}

__global__ void convert(const float *lightness, const float *a, const float *b, float *red, float *green, float *blue, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float fy = (lightness[i] + 16.0f) * 0.0086206897f;
  float fx = fy + a[i] * 0.002f;
  float fz = fy - b[i] * 0.005f;
  float x = 0.95047f * inverseLightness(fx);
  float y = inverseLightness(fy);
  float z = 1.08883f * inverseLightness(fz);
  red[i] = 3.2404542f * x - 1.5371385f * y - 0.4985314f * z;
  green[i] = -0.9692660f * x + 1.8760108f * y + 0.0415560f * z;
  blue[i] = 0.0556434f * x - 0.2040259f * y + 1.0572252f * z;
}

static void printRange(const char *name, const float *channel, int n)
{
  double sum = 0, lowest = channel[0], highest = channel[0];
  for (int i = 0; i < n; i++) {
    sum += channel[i];
    if (channel[i] < lowest) lowest = channel[i];
    if (channel[i] > highest) highest = channel[i];
  }
  printf("%s %.17g %.17g %.17g\n", name, sum / n, lowest, highest);
}

static int wholeNumber(const char *text, const char *what, int least, int most)
{
  char *end;
  long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < least || value > most) {
    fprintf(stderr, "%s must be a whole number from %d to %d, not '%s'\n", what, least, most, text);
    exit(2);
  }
  return (int) value;
}

int main(int argc, char **argv)
{
  int width = argc > 1 ? wholeNumber(argv[1], "width", 1, 32768) : 1024;
  int height = argc > 2 ? wholeNumber(argv[2], "height", 1, 32768) : 1024;
  int repetitions = argc > 3 ? wholeNumber(argv[3], "repetitions", 1, 1000000) : 1;
  bool all = argc > 4 && strcmp(argv[4], "all") == 0;

  // from dark to light along x, from green to red along y, and stripes from blue to yellow
  int n = width * height;
  float *lightness = (float *) malloc(n * sizeof(float));
  float *a = (float *) malloc(n * sizeof(float));
  float *b = (float *) malloc(n * sizeof(float));
  float *red = (float *) malloc(n * sizeof(float));
  float *green = (float *) malloc(n * sizeof(float));
  float *blue = (float *) malloc(n * sizeof(float));
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      lightness[y * width + x] = 100.0f * x / (width > 1 ? width - 1 : 1);
      a[y * width + x] = -60.0f + 120.0f * y / height;
      b[y * width + x] = -60.0f + 8.0f * ((x + 3 * y) % 16);
    }

  float *d_lightness, *d_a, *d_b, *d_red, *d_green, *d_blue;
  CHECK(cudaMalloc(&d_lightness, n * sizeof(float)));
  CHECK(cudaMalloc(&d_a, n * sizeof(float)));
  CHECK(cudaMalloc(&d_b, n * sizeof(float)));
  CHECK(cudaMalloc(&d_red, n * sizeof(float)));
  CHECK(cudaMalloc(&d_green, n * sizeof(float)));
  CHECK(cudaMalloc(&d_blue, n * sizeof(float)));
  CHECK(cudaMemcpy(d_lightness, lightness, n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_a, a, n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b, n * sizeof(float), cudaMemcpyHostToDevice));

  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  for (int i = 0; i < repetitions; i++) {
    convert<<<(n + THREADS - 1) / THREADS, THREADS>>>(d_lightness, d_a, d_b, d_red, d_green, d_blue, n);
    CHECK(cudaGetLastError());
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));
  CHECK(cudaMemcpy(red, d_red, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(green, d_green, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(blue, d_blue, n * sizeof(float), cudaMemcpyDeviceToHost));

  printRange("red", red, n);
  printRange("green", green, n);
  printRange("blue", blue, n);
  int shown = all ? n : 8;
  for (int i = 0; i < shown; i++) {
    int pixel = all ? i : height * i / 8 * width + width * (2 * i + 1) / 16;
    printf("pixel %.17g %.17g %.17g\n", (double) red[pixel], (double) green[pixel], (double) blue[pixel]);
  }
  fprintf(stderr, "%.1f million pixels per second\n", 1e-3 * n * repetitions / milliseconds);

  CHECK(cudaFree(d_lightness));
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_red));
  CHECK(cudaFree(d_green));
  CHECK(cudaFree(d_blue));
  free(lightness);
  free(a);
  free(b);
  free(red);
  free(green);
  free(blue);
  return 0;
}
