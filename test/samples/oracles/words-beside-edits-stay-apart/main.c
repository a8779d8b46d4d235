#include <stdio.h>
#define LOSS -0.1
/** The rate of a état, in µm. */
static double rate = 0.3;
//! über alles ÿ
static prepare(n) { rate /= 7; return(n * 2); }
static double area(double a, double b)
{
  return(a * b);
}
static double same(double a) { if(a > 0.5)return(a);else return(-a); }
static double lost(double a) { return a -LOSS-LOSS*a; }
int main(void)
{
  double total = 0.0, read = 0.0; /* ä */
  int i = prepare(3);
  do total+=(area(0.3, rate)+later(i));while(total<(same(0.7)*9));
  sscanf("0.1x", "%3lfx", &read);
  printf("%.17g %.17g %.17g %s\n", total, lost(read), sizeof(double)*(rate / 3), "é");
  return(0);
}
later(n) int n; { return n + 1; }
