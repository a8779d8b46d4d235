#ifndef MODELS_H
#define MODELS_H
void run_coarse(float *signal, int n);
void run_fine(double *signal, int n);
#endif
