/* The loops of the benchmark that put all elements together. */

float sum(int n, const float *restrict x)
{
    float total = 0.0f;
    for (int i = 0; i < n; i++) total += x[i];
    return total;
}

float dot(int n, const float *restrict x, const float *restrict y)
{
    float total = 0.0f;
    for (int i = 0; i < n; i++) total += x[i] * y[i];
    return total;
}
