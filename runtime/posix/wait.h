#pragma once
#include <sys/wait.h>
