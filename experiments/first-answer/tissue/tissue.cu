// Electrical waves in a sheet of cardiac tissue.
//
// The monodomain equation  du/dt = div(D grad u) - I_ion(u, v, w)  with the three-variable model of Fenton and
// Karma (1998), parameters of the modified Beeler-Reuter fit.  The conductivity tensor follows fibres whose
// direction turns slowly across the sheet; an elliptical scar conducts badly.  Explicit in time, finite volumes in
// space, no flux through the borders.
//
//   tissue [cells per side] [steps] [steps between samples]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t status_ = (call);                                                              \
        if (status_ != cudaSuccess) {                                                              \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_));  \
            std::exit(1);                                                                          \
        }                                                                                          \
    } while (0)

// Membrane model. Times in ms, potential scaled to run from 0 (rest) to about 1 (peak).
struct Membrane {
    double tauD, tauR, tau0, tauSi;
    double tauVPlus, tauV1Minus, tauV2Minus;
    double tauWPlus, tauWMinus;
    double uC, uV, uCsi, steepness;
};

struct Stimulus {
    double strength;   // per ms
    double duration;   // ms
    double width;      // cm
    double period;     // ms between beats
};

constexpr int kTileX = 32;
constexpr int kTileY = 8;

__device__ __forceinline__ size_t cell(int i, int j, int n) { return (size_t)j * n + i; }

// Fibre direction, scar, and from them the conductivity tensor at cell centres.
__global__ void buildTissue(int n, double h, double along, double across, double* dxx, double* dyy, double* dxy,
                            double* excitability)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;

    const double side = n * h;
    const double x = (i + 0.5) * h / side;
    const double y = (j + 0.5) * h / side;

    const double angle = 0.35 + 0.8 * y + 0.15 * sin(6.283185307179586 * x);
    const double c = cos(angle);
    const double s = sin(angle);

    const double rx = (x - 0.62) / 0.16;
    const double ry = (y - 0.55) / 0.09;
    const double scar = 1.0 / (1.0 + exp(12.0 * (rx * rx + ry * ry - 1.0)));
    const double conduct = 1.0 - 0.85 * scar;

    const size_t p = cell(i, j, n);
    dxx[p] = conduct * (along * c * c + across * s * s);
    dyy[p] = conduct * (along * s * s + across * c * c);
    dxy[p] = conduct * (along - across) * c * s;
    excitability[p] = 1.0 - 0.25 * scar - 0.06 * sin(9.0 * x) * sin(7.0 * y);
}

__global__ void restState(int n, double* u, double* v, double* w, double* activation, double* peak)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    const size_t p = cell(i, j, n);
    u[p] = 0.0;
    v[p] = 1.0;
    w[p] = 1.0;
    activation[p] = -1.0;
    peak[p] = 0.0;
}

// Currents through the east and the north face of every cell.
__global__ void faceCurrents(int n, double perH, const double* __restrict__ u, const double* __restrict__ dxx,
                             const double* __restrict__ dyy, const double* __restrict__ dxy,
                             double* __restrict__ east, double* __restrict__ north)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;

    const int ip = min(i + 1, n - 1), im = max(i - 1, 0);
    const int jp = min(j + 1, n - 1), jm = max(j - 1, 0);
    const size_t p = cell(i, j, n);

    double fe = 0.0;
    if (i < n - 1) {
        const size_t q = cell(ip, j, n);
        const double normal = (u[q] - u[p]) * perH;
        const double tangent =
            0.25 * perH * (u[cell(i, jp, n)] - u[cell(i, jm, n)] + u[cell(ip, jp, n)] - u[cell(ip, jm, n)]);
        fe = 0.5 * (dxx[p] + dxx[q]) * normal + 0.5 * (dxy[p] + dxy[q]) * tangent;
    }
    double fn = 0.0;
    if (j < n - 1) {
        const size_t q = cell(i, jp, n);
        const double normal = (u[q] - u[p]) * perH;
        const double tangent =
            0.25 * perH * (u[cell(ip, j, n)] - u[cell(im, j, n)] + u[cell(ip, jp, n)] - u[cell(im, jp, n)]);
        fn = 0.5 * (dyy[p] + dyy[q]) * normal + 0.5 * (dxy[p] + dxy[q]) * tangent;
    }
    east[p] = fe;
    north[p] = fn;
}

// One step of potential and gates; also the time a cell was first activated and its largest potential.
__global__ void membraneStep(int n, double dt, double perH, double time, double stimulus, int stimulusCells,
                             Membrane m, const double* __restrict__ east, const double* __restrict__ north,
                             const double* __restrict__ excitability, double* __restrict__ u,
                             double* __restrict__ v, double* __restrict__ w, double* __restrict__ activation,
                             double* __restrict__ peak)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    const size_t p = cell(i, j, n);

    const double fw = i > 0 ? east[p - 1] : 0.0;
    const double fs = j > 0 ? north[p - n] : 0.0;
    const double spread = (east[p] - fw + north[p] - fs) * perH;

    const double up = u[p];
    const double vp = v[p];
    const double wp = w[p];

    double fast = 0.0;
    double slowOut = up / m.tau0;
    double dv, dw;
    if (up >= m.uC) {
        fast = -excitability[p] * vp * (1.0 - up) * (up - m.uC) / m.tauD;
        slowOut = 1.0 / m.tauR;
        dv = -vp / m.tauVPlus;
        dw = -wp / m.tauWPlus;
    } else {
        const double tauV = up >= m.uV ? m.tauV1Minus : m.tauV2Minus;
        dv = (1.0 - vp) / tauV;
        dw = (1.0 - wp) / m.tauWMinus;
    }
    const double slowIn = -0.5 * wp * (1.0 + tanh(m.steepness * (up - m.uCsi))) / m.tauSi;

    double applied = 0.0;
    if (i < stimulusCells) applied = stimulus;

    const double un = up + dt * (spread - fast - slowOut - slowIn + applied);
    if (activation[p] < 0.0 && un > 0.5) {
        // linear interpolation of the crossing inside the step
        activation[p] = time + dt * (0.5 - up) / (un - up);
    }
    if (un > peak[p]) peak[p] = un;
    u[p] = un;
    v[p] = vp + dt * dv;
    w[p] = wp + dt * dw;
}

// Potential that a distant electrode sees: sum of u over the sheet, weighted with the distance.
__global__ void electrodeRows(int n, double h, double ex, double ey, double ez, const double* __restrict__ u,
                              double* __restrict__ rows)
{
    __shared__ double part[256];
    const int j = blockIdx.x;
    double sum = 0.0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const double rx = (i + 0.5) * h - ex;
        const double ry = (j + 0.5) * h - ey;
        sum += u[cell(i, j, n)] / sqrt(rx * rx + ry * ry + ez * ez);
    }
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) rows[j] = part[0] * h * h;
}

static double* deviceArray(size_t count)
{
    double* p = nullptr;
    CHECK(cudaMalloc(&p, count * sizeof(double)));
    CHECK(cudaMemset(p, 0, count * sizeof(double)));
    return p;
}

static double total(const std::vector<double>& a)
{
    double sum = 0.0;
    for (double x : a) sum += x;
    return sum;
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 2048;
    const int steps = argc > 2 ? std::atoi(argv[2]) : 2000;
    const int every = argc > 3 ? std::atoi(argv[3]) : 100;
    if (n < 16 || steps < 1 || every < 1) {
        std::fprintf(stderr, "usage: tissue [cells per side >= 16] [steps] [steps between samples]\n");
        return 2;
    }

    const double h = 0.02;    // cm
    const double dt = 0.05;   // ms
    const double along = 1.2e-3, across = 4.0e-4;   // cm^2/ms
    const double perH = 1.0 / h;
    Membrane membrane = {0.25, 50.0, 8.3, 45.0, 3.33, 1000.0, 19.2, 667.0, 11.0, 0.13, 0.055, 0.85, 10.0};
    Stimulus beat = {0.4, 2.0, 0.3, 450.0};
    const int stimulusCells = (int)(beat.width / h);

    const size_t cells = (size_t)n * n;
    double* u = deviceArray(cells);
    double* v = deviceArray(cells);
    double* w = deviceArray(cells);
    double* dxx = deviceArray(cells);
    double* dyy = deviceArray(cells);
    double* dxy = deviceArray(cells);
    double* excitability = deviceArray(cells);
    double* east = deviceArray(cells);
    double* north = deviceArray(cells);
    double* activation = deviceArray(cells);
    double* peak = deviceArray(cells);
    double* rows = deviceArray(n);

    const dim3 block(kTileX, kTileY);
    const dim3 grid((n + kTileX - 1) / kTileX, (n + kTileY - 1) / kTileY);
    buildTissue<<<grid, block>>>(n, h, along, across, dxx, dyy, dxy, excitability);
    CHECK(cudaGetLastError());
    restState<<<grid, block>>>(n, u, v, w, activation, peak);
    CHECK(cudaGetLastError());

    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(begin));

    const double side = n * h;
    std::vector<double> hostRows(n), trace;
    for (int step = 0; step < steps; ++step) {
        const double time = step * dt;
        const double phase = time - beat.period * floor(time / beat.period);
        const double stimulus = phase < beat.duration ? beat.strength : 0.0;
        faceCurrents<<<grid, block>>>(n, perH, u, dxx, dyy, dxy, east, north);
        CHECK(cudaGetLastError());
        membraneStep<<<grid, block>>>(n, dt, perH, time, stimulus, stimulusCells, membrane, east, north,
                                      excitability, u, v, w, activation, peak);
        CHECK(cudaGetLastError());
        if ((step + 1) % every == 0) {
            electrodeRows<<<n, 256>>>(n, h, 0.4 * side, 0.3 * side, 1.5, u, rows);
            CHECK(cudaGetLastError());
            CHECK(cudaMemcpy(hostRows.data(), rows, n * sizeof(double), cudaMemcpyDeviceToHost));
            trace.push_back(total(hostRows));
        }
    }

    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float elapsed = 0.0f;
    CHECK(cudaEventElapsedTime(&elapsed, begin, end));
    std::fprintf(stderr, "time stepping: %.3f ms\n", elapsed);

    std::vector<double> hostU(cells), hostV(cells), hostW(cells), hostAct(cells), hostPeak(cells);
    CHECK(cudaMemcpy(hostU.data(), u, cells * sizeof(double), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(hostV.data(), v, cells * sizeof(double), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(hostW.data(), w, cells * sizeof(double), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(hostAct.data(), activation, cells * sizeof(double), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(hostPeak.data(), peak, cells * sizeof(double), cudaMemcpyDeviceToHost));

    double squares = 0.0, activeSum = 0.0, peakSum = 0.0, latest = 0.0;
    long active = 0;
    for (size_t p = 0; p < cells; ++p) {
        squares += hostU[p] * hostU[p];
        if (hostAct[p] >= 0.0) {
            ++active;
            activeSum += hostAct[p];
            peakSum += hostPeak[p];
            if (hostAct[p] > latest) latest = hostAct[p];
        }
    }
    std::printf("cells %d x %d, %d steps\n", n, n, steps);
    std::printf("mean potential     %.12g\n", total(hostU) / cells);
    std::printf("rms potential      %.12g\n", std::sqrt(squares / cells));
    std::printf("mean fast gate     %.12g\n", total(hostV) / cells);
    std::printf("mean slow gate     %.12g\n", total(hostW) / cells);
    std::printf("activated area     %.12g\n", active * h * h);
    if (active > 0) {
        std::printf("mean activation    %.12g\n", activeSum / active);
        std::printf("last activation    %.12g\n", latest);
        std::printf("mean peak          %.12g\n", peakSum / active);
    }
    for (size_t s = 0; s < trace.size(); s += trace.size() > 8 ? trace.size() / 8 : 1)
        std::printf("electrode %3zu      %.12g\n", s, trace[s]);
    for (int k = 1; k <= 3; ++k) {
        const size_t p = (size_t)(k * n / 4) * n + 8;
        std::printf("probe %d            %.12g %.12g %.12g\n", k, hostU[p], hostW[p], hostPeak[p]);
    }

    for (double* p : {u, v, w, dxx, dyy, dxy, excitability, east, north, activation, peak, rows}) CHECK(cudaFree(p));
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    return 0;
}
