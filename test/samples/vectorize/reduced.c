#include <math.h>

float total(int n, const float *x)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++) sum += x[i];
    return sum;
}

/* the length of a difference */
float distance(int n, const float *restrict x, const float *restrict y)
{
    float square = 0.0f;
    for (int i = 0; i < n; i++) square += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrtf(square);
}

float largest(int n, const float *x)
{
    float most = x[0];
    for (int i = 1; i < n; i++) most = fmaxf(most, fabsf(x[i]));
    return most;
}

void moments(int n, float shift, const float *restrict x, float *restrict out)
{
    float sum = 0.0f, square = 0.0f;
    for (int i = 0; i < n; i++) {
        float v = x[i] - shift;
        sum += v;
        square += v * v;
    }
    out[0] = sum / n;
    out[1] = square / n - 1.0f;
}

/* what it sums up it stores too */
float scaled(int n, float factor, const float *restrict x, float *restrict y)
{
    float above = 1.0f;
    for (int i = 0; i < n; i++) {
        y[i] = factor * x[i];
        above += x[i] > 0.5f ? x[i] : 0.0f;
    }
    return above;
}

float only_some(int n, const float *x)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        if (x[i] > 0.5f) sum += x[i];
    return sum;
}

float switched_on(int n, int on, const float *x)
{
    float sum = 0.0f;
    if (on)
        for (int i = 0; i < n; i++) sum += x[i];
    return sum;
}

float seven(int n, const float *x)
{
    if (n <= 0) return 7.0f;
    float sum = 0.0f;
    for (int i = 0; i < n; i++) sum += x[i];
    return sum;
}

float smoothed(int n, const float *restrict x)
{
    float s = 0.0f;
    for (int i = 0; i < n; i++) s = 0.5f * s + x[i];
    return s;
}

float gated(int n, const float *restrict x, float *restrict out)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++) sum += x[i];
    if (sum > 1.0f) out[0] = sum;
    return sum;
}

float twice_over(int n, const float *restrict x)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++) sum += x[i];
    for (int i = 0; i < n; i++) sum = 0.5f * sum + x[i];
    return sum;
}
