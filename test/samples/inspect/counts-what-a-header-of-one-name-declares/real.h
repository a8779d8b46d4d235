#pragma once
using real = double;
