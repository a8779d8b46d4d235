#include <coroutine>
#include <cstdio>
struct Numbers {
  struct promise_type {
    double value;
    Numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(double x) { value = x; return {}; }
    void return_value(double last) { value = last; }
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
  bool next() { handle.resume(); return !handle.done(); }
};
struct Delayed {
  double later;
  bool await_ready() { return true; }
  void await_suspend(std::coroutine_handle<>) {}
  double await_resume() { return later; }
};
static Numbers walk(double x, int n)
{
  double step = x / 3;
  for (int i = 0; i < n; i++) {
    co_yield x;
    x += step * 1.1;
  }
  double wait = co_await Delayed{x * 0.3};
  co_return x * 1.1 + wait;
}
int main()
{
  double sum = 0;
  Numbers numbers = walk(0.1, 5);
  while (numbers.next()) sum += numbers.handle.promise().value * 0.7;
  sum += numbers.handle.promise().value;
  numbers.handle.destroy();
  std::printf("%.17g\n", sum);
}
