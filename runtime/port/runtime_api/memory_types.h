#pragma once
#include "../../cuda/runtime_api/memory_types.h"
