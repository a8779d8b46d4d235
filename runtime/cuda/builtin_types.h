// Kept for programs that include it by name.
#pragma once
#include "driver_types.h"
#include "vector_types.h"
#include "texture_types.h"
#include "surface_types.h"
#include "library_types.h"
