int generic(void)
{
  double asked = 0.3;
  return _Generic(asked, double: 2, float: 1, default: 0) + (int) (asked * 10);
}
