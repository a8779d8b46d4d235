/* Before math-twins.h, for those who call its functions by their names: MX_MATH_n(name, narrow) for each. */
#undef MX_COMPILED_1
#undef MX_COMPILED_2
#undef MX_COMPILED_3
#undef MX_LINKED_1
#undef MX_LINKED_2
#undef MX_POWER_2
#define MX_COMPILED_1 MX_MATH_1
#define MX_COMPILED_2 MX_MATH_2
#define MX_COMPILED_3 MX_MATH_3
#define MX_LINKED_1 MX_MATH_1
#define MX_LINKED_2 MX_MATH_2
#define MX_POWER_2 MX_MATH_2
