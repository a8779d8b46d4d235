#pragma once
#include "../../cuda/runtime_api/device_properties.h"
