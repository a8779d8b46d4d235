#pragma once
#include "shrUtils.h"
void shrQAStart(int argc, char **argv);
void shrQAFinish(int argc, const char **argv, int status);
void shrQAFinishExit(int argc, const char **argv, int status);
#define QA_PASSED 1
#define QA_FAILED 0
#define QA_WAIVED 2
