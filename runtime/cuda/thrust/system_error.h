#pragma once
#include <system_error>
namespace thrust { using std::system_error; using std::error_code; namespace system { using std::system_error; } const std::error_category &cuda_category() noexcept; }
