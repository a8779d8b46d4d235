// Price of an option by simulated paths; the closed form and the statistics are computed on the host.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

struct Market {
  double rate;
  double volatility;
};

struct Report {
  double price;
  double deviation;
};

__host__ __device__ inline double discounted(double payoff, double rate) { return payoff * exp(-rate); }

__global__ void payoffs(const double *normal, double *payoff, Market market, double strike, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double drift = market.rate - 0.5 * market.volatility * market.volatility;
  double end = exp(drift + market.volatility * normal[i]);
  payoff[i] = discounted(fmax(end - strike, 0.0), market.rate);
}

static double cumulative(double x) { return 0.5 * erfc(-x / sqrt(2.0)); }

static double closedForm(const Market &m, double strike)
{
  double up = (log(1.0 / strike) + m.rate + 0.5 * m.volatility * m.volatility) / m.volatility;
  return cumulative(up) - strike * exp(-m.rate) * cumulative(up - m.volatility);
}

static Report summarise(const std::vector<double> &sample)
{
  Report r = {0.0, 0.0};
  for (double s : sample) r.price += s / sample.size();
  for (double s : sample) r.deviation += (s - r.price) * (s - r.price);
  r.deviation = sqrt(r.deviation / sample.size());
  return r;
}

int main()
{
  const int n = 1 << 16;
  Market market = {0.03, 0.2};
  const double strike = 1.05;
  std::vector<double> normal(n), payoff(n);
  unsigned long long state = 42;
  for (int i = 0; i < n; ++i) {
    double sum = 0.0;
    for (int k = 0; k < 12; ++k) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      sum += (state >> 11) * (1.0 / 9007199254740992.0);
    }
    normal[i] = sum - 6.0;
  }
  double *d_normal, *d_payoff;
  if (cudaMalloc(&d_normal, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_payoff, n * sizeof(double)) != cudaSuccess) return 1;
  cudaMemcpy(d_normal, normal.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  payoffs<<<n / 256, 256>>>(d_normal, d_payoff, market, strike, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(payoff.data(), d_payoff, n * sizeof(double), cudaMemcpyDeviceToHost);
  Report report = summarise(payoff);
  std::printf("simulated %.6f (%.6f), exact %.6f\n", report.price, report.deviation / std::sqrt((double) n), closedForm(market, strike));
  cudaFree(d_normal);
  cudaFree(d_payoff);
  return 0;
}
