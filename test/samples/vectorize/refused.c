#include <math.h>

void may_overlap(int n, float a, const float *x, float *y)
{
    for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}

void carried(int n, float *x)
{
    for (int i = 1; i < n; i++) x[i] = 0.5f * x[i - 1] + x[i];
}

void ahead(int n, float *x)
{
    for (int i = 0; i < n; i++) x[i] = 0.5f * x[i + 1];
}

float total(int n, const float *x)
{
    float sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    return sum;
}

void calls(int n, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < n; i++) y[i] = lgammaf(x[i]);
}

static float deeper(float x, int depth)
{
    return depth == 0 ? x : deeper(x * 0.5f, depth - 1) + deeper(x * 0.25f, depth - 1);
}

void recursive(int n, int depth, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < n; i++) y[i] = deeper(x[i], depth);
}

void nested(int w, int h, const float *restrict x, float *restrict y)
{
    for (int r = 0; r < h; r++)
        for (int c = 0; c < w; c++) y[r * w + c] = 2.0f * x[r * w + c];
}

void indirect(int n, const int *restrict at, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < n; i++) y[i] = x[at[i]];
}

void ends_early(int n, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < n; i++) {
        if (x[i] < 0.0f) break;
        y[i] = x[i];
    }
}

void straight(const float *restrict x, float *restrict y)
{
    y[0] = 2.0f * x[0];
}

void twice(int n, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < n; i++) y[i] = x[i];
    for (int i = 0; i < n; i++) y[i] = y[i] * 2.0f;
}

void so_many(const float *restrict x, float *restrict y)
{
    for (int i = 0; i < 1003; i++) y[i] = x[i] * 3.0f;
}

void switched(int n, int on, const float *restrict x, float *restrict y)
{
    if (!on) return;
    for (int i = 0; i < n; i++) y[i] = x[i] * 3.0f;
}

void large_only(int n, const float *restrict x, float *restrict y)
{
    if (n > 100)
        for (int i = 0; i < n; i++) y[i] = x[i] * 3.0f;
}

void again(int n, int times, float a, float *restrict y)
{
    for (int t = 0; t < times; t++)
        for (int i = 0; i < n; i++) y[i] = a * y[i] + 1.0f;
}

void doubled(float *y, const float *x, int n)
{
    for (int i = 0; i < n; i++) y[i] = 2.0f * x[i];
}

struct pixel { float red, green, blue; };

void gray(float *y, const struct pixel *x, const float *restrict gain, int n)
{
    for (int i = 0; i < n; i++) y[i] = gain[i] * (0.3f * x[i].red + 0.6f * x[i].green + 0.1f * x[i].blue);
}

void shared_input(float *restrict y, const float *x, const float *z, int n)
{
    for (int i = 0; i < n; i++) y[i] = x[i] * z[i];
}

void in_any_order(int n, const float *restrict x, const float *restrict y, float *restrict z)
{
#pragma clang fp reassociate(on)
    for (int i = 0; i < n; i++) z[i] = x[i] + (y[i] - x[i]);
}
