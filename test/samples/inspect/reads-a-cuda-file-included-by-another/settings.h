#pragma once
#define THREADS 192
typedef float Weight;
