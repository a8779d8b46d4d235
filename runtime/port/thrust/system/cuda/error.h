#pragma once
#include "../../system_error.h"
