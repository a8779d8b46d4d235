#include <cstdio>

struct Shape {
  virtual ~Shape() {}
  virtual double area(double scale) const = 0;
  virtual void corner(double *where) const = 0;
  double plain(double x) const { return x; }
};

struct Disc : public Shape {
  double radius;
  explicit Disc(double r) : radius(r) {}
  double area(double scale) const override { return 3.14159 * radius * radius * scale; }
  void corner(double *where) const override { *where = 0; }
  double plain(double x) const { return 2 * x; }
};

struct Ring : public Disc {
  Ring() : Disc(2.0) {}
  double area(double scale) const override { return 0.5 * Disc::area(scale); }
  void corner(double *where) const override { *where = radius; }
};

int main()
{
  Ring ring;
  const Shape &shape = ring;
  double where;
  shape.corner(&where);
  std::printf("%g %g\n", shape.area(2.0), ring.plain(where));
  return 0;
}
