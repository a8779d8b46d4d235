#pragma once
#include "../cuda/library_types.h"
