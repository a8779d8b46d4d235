#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
struct Read { double place, weight; };
struct Inner { double depth; };
struct Written : Inner { double place; int kind; float weights[2]; };
struct Streamed { double place, weight; };
struct Hashed { double place, weight; };
struct Compared { float place, weight; };
struct Dumped { double place, weight; };
struct Moved { double place, weight; };
struct Ordered { double place, weight; };

struct Source {
  const char *at;
  void read(char *to, size_t bytes)
  {
    while (bytes-- > 0) *to++ = *at++;
  }
};

static unsigned hash(const void *memory, size_t bytes)
{
  const unsigned char *at = static_cast<const unsigned char *>(memory);
  unsigned sum = 0;
  for (size_t i = 0; i < bytes; i++) sum = sum * 31 + at[i];
  return sum;
}
static void dump(const void *memory, size_t bytes, FILE *file) { fwrite(memory, bytes, 1, file); }
static int byPlace(const void *a, const void *b)
{
  const double x = static_cast<const Ordered *>(a)->place, y = static_cast<const Ordered *>(b)->place;
  return (x > y) - (x < y);
}

int main()
{
  const double raw[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  FILE *file = tmpfile();
  fwrite(raw, sizeof(double), 8, file);
  rewind(file);
  Read read[4];
  if (fread(read, sizeof(Read), 4, file) != 4) return 1;
  Written written = {};
  written.depth = 0.1 / 3;
  written.place = 0.7;
  written.weights[1] = 0.3f;
  Dumped dumped = {0.1, 0.2};
  dumped.weight /= 3;
  rewind(file);
  fwrite(&written, sizeof written, 1, file);
  dump(&dumped, sizeof dumped, file);
  rewind(file);
  double back[4];
  if (fread(back, sizeof(double), 2, file) != 2) return 1;
  fseek(file, sizeof written, SEEK_SET);
  if (fread(back + 2, sizeof(double), 2, file) != 2) return 1;
  Source in = {reinterpret_cast<const char *>(raw)};
  std::vector<Streamed> streamed(4);
  in.read(reinterpret_cast<char *>(streamed.data()), streamed.size() * sizeof(Streamed));
  Hashed hashed[2] = {{0.1, 0.2}, {0.3, 0.4}};
  hashed[1].weight /= 3;
  Compared one = {0.1f, 0.2f}, two = {0.1f, 0.2f};
  Moved from[2] = {{0.1, 0.2}, {0.3, 0.4}}, to[2];
  from[1].weight /= 3;
  memcpy(to, from, sizeof from);
  Ordered ordered[2] = {{0.3, 0.1}, {0.2, 0.7}};
  qsort(ordered, 2, sizeof ordered[0], byPlace);
  printf("%.17g %.17g\n", read[1].place + read[2].weight * 0.1, streamed[3].weight + streamed[0].place);
  printf("%.17g %.17g %.17g %.17g\n", back[0], back[1], back[2], back[3]);
  printf("%u %d\n", hash(hashed, sizeof hashed), memcmp(&one, &two, sizeof one));
  printf("%.17g %.17g\n", to[1].weight, ordered[0].weight);
  return 0;
}
