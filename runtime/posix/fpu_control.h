// The x87 control word, which old programs set to get 53-bit arithmetic.
#pragma once
typedef unsigned int fpu_control_t;
#define _FPU_EXTENDED 0x300
#define _FPU_DOUBLE 0x200
#define _FPU_SINGLE 0x0
#define _FPU_DEFAULT 0x037f
#define _FPU_MASK_IM 0x01
#define _FPU_MASK_ZM 0x04
#define _FPU_MASK_OM 0x08
#define _FPU_GETCW(word) ((word) = _FPU_DEFAULT)
#define _FPU_SETCW(word) ((void)(word))
