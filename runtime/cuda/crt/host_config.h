#pragma once
#include "host_config.h"
