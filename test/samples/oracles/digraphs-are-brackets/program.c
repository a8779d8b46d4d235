/* Digraphs around main, around a function and in what is edited. */
#include <stdio.h>

static double summed(const double *a, int n)
<%
  double s = 0;
  for (int i = 0; i < n; i++) <% s += a<:i:> * 0.3; %>
  return s;
%>

int main(void)
<%
  double a<:3:> = <% 0.1, 0.2, 0.7 %>, b = summed(a, 3);
  a<:1:> = b / 3;
  printf("%.17g %.17g\n", summed(a, 3), a<:0:> * a<:1:>);
%>
