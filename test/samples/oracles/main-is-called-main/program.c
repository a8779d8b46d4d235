#include <stdio.h>
int main(void)
{
  double x = 0.1;
  printf("%s %s %.17g\n", __func__, __FUNCTION__, x * 3);
  if (x > 1) return 1;
}
