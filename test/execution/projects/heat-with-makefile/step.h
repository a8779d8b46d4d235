#ifdef __cplusplus
extern "C"
#endif
void step(const double *now, double *next, double rate);
