/* Operations whose operands are evaluated in an order that the text says (src/rewrite/evaluation-order.ts), since they are no longer
 * operands of an operator but arguments, and those have an order of their own on every machine. Operands come in parentheses. Lists in
 * braces are evaluated from left to right, and what they make on the way lives as long as before. C11 (GNU) and C++17. */
#ifndef MANTISSA_INSTRUMENT_ORDER_H
#define MANTISSA_INSTRUMENT_ORDER_H

#if defined(__clang__) || MX_ON_GPU
#define MX_TURNS_OPERANDS 0
#else
#define MX_TURNS_OPERANDS 1 /* gcc, and nvcc's host code, which is gcc's */
#endif

/* True if gcc reads a variable after the other operand: no conversion separates it from its operation. */
#if MX_MODE == 3
#define mx_same_format(number, other) MX_TURNS_OPERANDS /* as if nothing were ever converted */
#define mx_read_as_it_is(number, site) MX_TURNS_OPERANDS
#define mx_sites_alike(site, other) 1
#else
#define mx_same_format(number, other) (MX_TURNS_OPERANDS && (MX_OPERATION_FORMAT(number) | 32) == (MX_OPERATION_FORMAT(other) | 32))
#define mx_read_as_it_is(number, site) (MX_TURNS_OPERANDS && ((site) < 0 || (MX_OPERATION_FORMAT(number) | 32) == (MX_SITE_FORMAT((site) < 0 ? 0 : (site)) | 32)))
#define mx_sites_alike(site, other) (MX_SITE_FORMAT(site) == ((other) < 0 ? 'd' : MX_SITE_FORMAT((other) < 0 ? 0 : (other))))
#endif

#ifdef __cplusplus
#define MX_APPLIED(how, Result) MX_BOTH __inline__ Result how(int number) const { return ::how(number, left, right); }
#define MX_ALL_APPLIED                                                                                             \
  MX_APPLIED(mx_add, mx_number) MX_APPLIED(mx_sub, mx_number) MX_APPLIED(mx_mul, mx_number) MX_APPLIED(mx_div, mx_number) \
  MX_APPLIED(mx_lt, bool) MX_APPLIED(mx_gt, bool) MX_APPLIED(mx_le, bool) MX_APPLIED(mx_ge, bool)                  \
  MX_APPLIED(mx_eq, bool) MX_APPLIED(mx_ne, bool)
struct mx_two {
  mx_number left, right;
  MX_ALL_APPLIED
};
struct mx_turned {
  mx_number right, left;
  MX_ALL_APPLIED
};
struct mx_around {
  mx_number before, right, after;
  MX_BOTH __inline__ mx_two read(bool late) const { return mx_two{late ? after : before, right}; }
};
#undef MX_ALL_APPLIED
#undef MX_APPLIED

/* The value comes before the place that it is to change. */
template <class Target>
struct mx_update {
  mx_number value;
  Target &target;
  MX_BOTH __inline__ Target &mx_assign_add(int number, int site) const { return ::mx_assign_add(number, site, target, value); }
  MX_BOTH __inline__ Target &mx_assign_sub(int number, int site) const { return ::mx_assign_sub(number, site, target, value); }
  MX_BOTH __inline__ Target &mx_assign_mul(int number, int site) const { return ::mx_assign_mul(number, site, target, value); }
  MX_BOTH __inline__ Target &mx_assign_div(int number, int site) const { return ::mx_assign_div(number, site, target, value); }
  template <class How> MX_BOTH __inline__ Target &integer(How how, int number) const { return ::mx_assign_integer(how, number, target, value); }
};

/* The same where an operation may be one of halves, whose operators are functions: they are given places, which they read once both
 * operands are there, and other operands in the order that arguments have. */
#if defined(__clang__) || !(defined(__x86_64__) || defined(__i386__))
#define MX_ARGUMENTS_TURNED 0
#else
#define MX_ARGUMENTS_TURNED 1
#endif
#define mx_order_left 0
#define mx_order_right 1
#define mx_order_late 2
template <class Left, class Right>
MX_BOTH __inline__ mx_two mx_operands(int number, int left_place, int right_place, int left_site, int order, const Left &left, const Right &right)
{
  bool turned = order == mx_order_right ? MX_TURNS_OPERANDS : order == mx_order_late && mx_read_as_it_is(number, left_site);
#if MX_MODE != 3
  const char format = (char) (MX_OPERATION_FORMAT(number) | 32);
  if (format == 'h' || format == 'b')
    turned = left_place >= 0 && (MX_SITE_FORMAT(left_place) | 32) == format    ? true
             : right_place >= 0 && (MX_SITE_FORMAT(right_place) | 32) == format ? false
                                                                               : MX_ARGUMENTS_TURNED;
#endif
  if (turned) {
    const mx_number last = right();
    return mx_two{left(), last};
  }
  const mx_number first = left();
  return mx_two{first, right()};
}
#define mx_in_order(how, number, left_place, right_place, left_site, order, left, right) \
  (mx_operands(number, left_place, right_place, left_site, order, [&] { return mx_number left; }, [&] { return mx_number right; }).how(number))

#define mx_left_first(how, number, left, right) (mx_two{mx_number left, mx_number right}.how(number))
#if MX_TURNS_OPERANDS
#define mx_right_first(how, number, left, right) (mx_turned{mx_number right, mx_number left}.how(number))
#else
#define mx_right_first mx_left_first
#endif
#define mx_left_late(how, number, site, left, right) (mx_around{mx_number left, mx_number right, mx_number left}.read(mx_read_as_it_is(number, site)).how(number))
#define mx_value_first(how, number, site, target, value) (mx_update<__typeof__ target>{mx_number value, target}.how(number, site))
#define mx_integer_value_first(how, number, target, value) (mx_update<__typeof__ target>{mx_number value, target}.integer(how, number))
#else
#define mx_left_first(how, number, left, right) ({ const double mx_left = left; const double mx_right = right; how(number, mx_left, mx_right); })
#if MX_TURNS_OPERANDS
#define mx_right_first(how, number, left, right) ({ const double mx_right = right; const double mx_left = left; how(number, mx_left, mx_right); })
#else
#define mx_right_first mx_left_first
#endif
#define mx_left_late(how, number, site, left, right) ({ const double mx_left = left; const double mx_right = right; how(number, mx_read_as_it_is(number, site) ? left : mx_left, mx_right); })
#define mx_value_first(how, number, site, target, value) how(number, site, target, value)
#define mx_integer_value_first(how, number, target, value) mx_assign_integer(how, number, target, value)
/* `a[i()] = f()`: the stored value is rounded in place. */
#define mx_store_called(site, target, value) ({ __typeof__(target) *mx_target; *(mx_target = &(target)) = value; *mx_target = mx_store(site, *mx_target); })
#endif

#endif
