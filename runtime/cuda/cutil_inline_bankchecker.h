#pragma once
#include "cutil_inline.h"
