#include <math.h>

/* inverse of the function that CIE 1976 compresses with */
static float inv_f(float t)
{
    if (t > 0.20689655f) return t * t * t;
    return 0.12841855f * (t - 0.13793103f);
}

/* CIE L*a*b* to linear RGB, by way of XYZ */
void lab_to_rgb(int n, const float *restrict L, const float *restrict a, const float *restrict b,
                float *restrict red, float *restrict green, float *restrict blue)
{
    for (int i = 0; i < n; i++) {
        // lightness first
        float fy = (L[i] + 16.0f) * 0.00862069f;
        float fx = fy + a[i] * 0.002f;
        float fz = fy - b[i] * 0.005f;
        float X = 0.95047f * inv_f(fx);
        float Y = inv_f(fy); // the white point has Y = 1
        float Z = 1.08883f * inv_f(fz);
        red[i] = 3.2406f * X - 1.5372f * Y - 0.4986f * Z;
        green[i] = -0.9689f * X + 1.8758f * Y + 0.0415f * Z;
        blue[i] = 0.0557f * X - 0.2040f * Y + 1.0570f * Z;
    }
}

void blend(int n, float opacity, const float *restrict over, float *restrict under)
{
    for (int i = 0; i < n; i++) under[i] = under[i] + opacity * (over[i] - under[i]);
}

/* a tone curve that bends the shadows up and the lights down */
void tone_curve(int n, float strength, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < n; i++) {
        float v = x[i];
        v = v < 0.0f ? 0.0f : v > 1.0f ? 1.0f : v;
        float bent = v * v * (3.0f - 2.0f * v);
        y[i] = sqrtf(v + strength * (bent - v));
    }
}

void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}

void smooth(int n, const float *restrict x, float *restrict y)
{
    for (int i = 1; i < n - 1; i++) y[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1];
}

void smooth_column(int width, int row, const float *restrict in, float *restrict out)
{
    for (int x = 0; x < width; x++)
        out[row * width + x] = 0.25f * in[(row - 1) * width + x] + 0.5f * in[row * width + x] + 0.25f * in[(row + 1) * width + x];
}

struct pixel {
    float r, g, b;
};

void desaturate(int n, float amount, const struct pixel *restrict from, struct pixel *restrict to)
{
    for (int i = 0; i < n; i++) {
        float grey = 0.299f * from[i].r + 0.587f * from[i].g + 0.114f * from[i].b;
        to[i].r = from[i].r + amount * (grey - from[i].r);
        to[i].g = from[i].g + amount * (grey - from[i].g);
        to[i].b = from[i].b + amount * (grey - from[i].b);
    }
}

void pairs(int n, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < n; i++) y[i] = x[2 * i] * x[2 * i + 1];
}

void brighten(int n, float threshold, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < n; i++)
        if (x[i] > threshold && x[i] < 1.0f) y[i] = x[i] / (1.0f + x[i]);
}

void ramp(int n, float slope, float *restrict y)
{
    for (int i = 2; i < n; i++) y[i] = fmaxf(slope * (float)i, 1.0f) - 3.0f;
}

void filter_3x3(int width, int row, const float *restrict in, float *restrict out)
{
    for (int i = width + 1; i < 3 * row * width; i++) {
        float above = 0.25f * in[i - width - 1] + 0.5f * in[i - width] + 0.25f * in[i - width + 1];
        float here = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
        float below = 0.25f * in[i + width - 1] + 0.5f * in[i + width] + 0.25f * in[i + width + 1];
        out[i] = 0.25f * above + 0.5f * here + 0.25f * below;
    }
}

/* the error of every sum, by its exact order of operations */
void sum_errors(int n, const float *restrict a, const float *restrict b, float *restrict sum, float *restrict error)
{
    for (int i = 0; i < n; i++) {
        float s = a[i] + b[i];
        float t = s - b[i];
        sum[i] = s;
        error[i] = (a[i] - t) + (b[i] - (s - t));
    }
}

void grouped(int n, const float *restrict a, const float *restrict b, const float *restrict c, float *restrict p,
             float *restrict q, float *restrict r, float *restrict s)
{
    for (int i = 0; i < n; i++) {
        p[i] = a[i] + (b[i] - c[i]);
        q[i] = a[i] - (c[i] - b[i]) - (c[i] + 2.0f * a[i]);
        r[i] = a[i] * (b[i] * (c[i] / a[i])) / (b[i] * c[i]);
        s[i] = c[i] + 3.0f * b[i] + a[i] + (b[i] + c[i]);
    }
}
