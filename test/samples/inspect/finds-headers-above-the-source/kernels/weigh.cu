__device__ real weigh(real mass, real distance) { return mass / (distance * distance + 1e-9); }
