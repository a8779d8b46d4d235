#include <cstdio>

namespace statistics {

template <class T> class Mean
{
public:
  void add(T value) { sum += value; count++; }
  T value() const;
  T spread() const;
  T twice() const { return 2 * sum; }

private:
  T sum = 0;
  int count = 0;
};

template <class T> T Mean<T>::value() const { return sum / count; }

template <class T> T Mean<T>::spread() const { return sum * sum; }

}

double elsewhere(double given);

int main()
{
  statistics::Mean<double> mean;
  for (int i = 1; i < 1000; i++) mean.add(1.0 / i);
  std::printf("%.17g\n", mean.value());
  return 0;
}
