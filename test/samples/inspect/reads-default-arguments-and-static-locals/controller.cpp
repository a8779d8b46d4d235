// A temperature controller with memory: default gains, state in static locals.
#include <cstdio>

const double AMBIENT = 18.0;
static constexpr double HEAT_LOSS = 0.02;

double clamp(double value, double low = 0.0, double high = 100.0)
{
  return value < low ? low : (value > high ? high : value);
}

double control(double measured, double target, double proportional = 4.0, float integral = 0.1f)
{
  static double windup = 0.0;
  static const double limit = 50.0;
  double error = target - measured;
  windup += error;
  windup = clamp(windup, -limit, limit);
  return clamp(proportional * error + integral * windup);
}

class Room {
public:
  Room(double start = AMBIENT) : temperature(start) {}

  void step(double power, double dt = 1.0)
  {
    static int calls = 0;
    static double energy = 0.0;
    energy += power * dt;
    temperature += dt * (0.05 * power - HEAT_LOSS * (temperature - AMBIENT));
    used = energy;
    ++calls;
  }

  double now() const { return temperature; }
  double spent() const { return used; }

private:
  double temperature;
  double used = 0.0;
};

int main()
{
  Room room(15.5);
  double target = 21.0;
  for (int minute = 0; minute < 720; ++minute) {
    if (minute == 360) target = 17.0;
    room.step(control(room.now(), target));
  }
  std::printf("%.12f degrees after %.6f units\n", room.now(), room.spent());
  return 0;
}
