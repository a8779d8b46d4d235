/* The scalar loops of the benchmark: what a person writes and keeps. */
#include <math.h>

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
        float fy = (L[i] + 16.0f) * 0.00862069f;
        float fx = fy + a[i] * 0.002f;
        float fz = fy - b[i] * 0.005f;
        float X = 0.95047f * inv_f(fx);
        float Y = inv_f(fy);
        float Z = 1.08883f * inv_f(fz);
        red[i] = 3.2406f * X - 1.5372f * Y - 0.4986f * Z;
        green[i] = -0.9689f * X + 1.8758f * Y + 0.0415f * Z;
        blue[i] = 0.0557f * X - 0.2040f * Y + 1.0570f * Z;
    }
}

/* gamma by a root, then a tone curve that bends the shadows up and the lights down */
void tone_curve(int n, float strength, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < n; i++) {
        float v = x[i];
        v = v < 0.0f ? 0.0f : v > 1.0f ? 1.0f : v;
        float g = sqrtf(v);
        float bent = g * g * (3.0f - 2.0f * g);
        y[i] = g + strength * (bent - g);
    }
}

/* a separable filter, 1/4 1/2 1/4 in both directions, over an image of rows of `width` */
void filter_3x3(int width, int n, const float *restrict in, float *restrict out)
{
    for (int i = width + 1; i < n - width - 1; i++) {
        float above = 0.25f * in[i - width - 1] + 0.5f * in[i - width] + 0.25f * in[i - width + 1];
        float here = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
        float below = 0.25f * in[i + width - 1] + 0.5f * in[i + width] + 0.25f * in[i + width + 1];
        out[i] = 0.25f * above + 0.5f * here + 0.25f * below;
    }
}

void alpha_blend(int n, const float *restrict alpha, const float *restrict over, const float *restrict under, float *restrict out)
{
    for (int i = 0; i < n; i++) out[i] = under[i] + alpha[i] * (over[i] - under[i]);
}

void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
    for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}

void stencil(int n, const float *restrict x, float *restrict y)
{
    for (int i = 1; i < n - 1; i++) y[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1];
}
