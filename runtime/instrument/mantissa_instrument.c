/* The table of formats and the counters of an instrumented program, once per program. */
/* Built with the program, independent of its feature macros. */
#undef _POSIX_C_SOURCE
#undef _XOPEN_SOURCE
#undef _ISOC99_SOURCE
#define _GNU_SOURCE 1
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

short mx_operation_formats[MX_OPERATIONS + 1];
short mx_site_formats[MX_SITES + 1];
short mx_choice_formats[MX_CHOICES + 1];
int mx_is_serving;

static unsigned long long mx_counts[MX_COUNTERS + 1]; /* operations, stores by site, iterations of loops, calls of functions */
static double mx_differences[MX_OPERATIONS + 1];
static unsigned long long mx_lost[MX_OPERATIONS + 1];
static struct mx_seen mx_seen_values[MX_SITES + 1];
static struct mx_blocks mx_frame_blocks[MX_FRAMES + 1];

/* A letter that this header does not know would compute in some format without a word. */
static void mx_require_letters(const char *text, size_t count, const char *what, const char *known)
{
  const size_t k = strspn(text, known);
  if (k >= count) return;
  fprintf(stderr, "mantissa: MANTISSA_FORMATS gives %s %zu the letter '%c', which is no format of this program\n", what, k, text[k]);
  exit(87);
}

/* Takes the letters of a table from the text of an environment variable. */
static void mx_use_formats(const char *name, const char *text)
{
  size_t k;
  const char *bar = text ? strchr(text, '|') : NULL;
  if (!bar) {
    fprintf(stderr, "mantissa: %s is not set: this is an instrumented program, run it through mantissa\n", name);
    exit(87);
  }
  const size_t sites = strcspn(bar + 1, "|");
  if ((size_t) (bar - text) != MX_OPERATIONS || sites != MX_SITES) {
    fprintf(stderr, "mantissa: %s has %zu operations and %zu sites when it should have %d and %d\n", name, (size_t) (bar - text), sites, MX_OPERATIONS, MX_SITES);
    exit(87);
  }
  if (MX_MODE == 4 && strlen(bar + 1) != MX_SITES + 1 + MX_CHOICES) {
    fprintf(stderr, "mantissa: %s has %zu letters behind its operations when it should have %d\n", name, strlen(bar + 1), MX_SITES + 1 + MX_CHOICES);
    exit(87);
  }
  const char *const wide = MX_MODE == 4 ? MX_WIDE_LETTERS : "";
  char known[2][32];
  snprintf(known[0], sizeof known[0], "%s%s", MX_OPERATION_LETTERS, wide);
  snprintf(known[1], sizeof known[1], "%s%s", MX_MODE == 4 ? "dshbjk" : MX_SITE_LETTERS, wide);
  mx_require_letters(text, MX_OPERATIONS, "operation", known[0]);
  mx_require_letters(bar + 1, MX_SITES, "site", known[1]);
  if (MX_MODE == 4) mx_require_letters(bar + 1 + MX_SITES + 1, MX_CHOICES, "choice", known[1]);
  for (k = 0; k < MX_OPERATIONS; k++) mx_operation_formats[k] = text[k];
  for (k = 0; k < MX_SITES; k++) mx_site_formats[k] = bar[1 + k];
  for (k = 0; k < MX_CHOICES; k++) mx_choice_formats[k] = bar[1 + MX_SITES + 1 + k];
}

#ifdef MX_PHASES
/* The iterations of one loop in two phases: MANTISSA_PHASES is `<iterations of the first phase>:<its table>:<the table from then on>`, and
 * MANTISSA_FORMATS the table before the loop. Without MANTISSA_PHASES there is one table. */
static struct {
  unsigned long long iteration, first;
  char *texts; /* both tables, in one allocation; null without phases */
  const char *second;
  int is_over;
} mx_phases;

static void mx_load_phases(void)
{
  const char *const text = getenv("MANTISSA_PHASES");
  char *end;
  if (!text) return;
  mx_phases.iteration = 0;
  mx_phases.is_over = 0;
  mx_phases.first = strtoull(text, &end, 10);
  free(mx_phases.texts);
  mx_phases.texts = *end == ':' ? (char *) malloc(strlen(end)) : NULL;
  char *const between = mx_phases.texts ? strchr(strcpy(mx_phases.texts, end + 1), ':') : NULL;
  if (!between) {
    fprintf(stderr, "mantissa: MANTISSA_PHASES is not an iteration and two tables\n");
    exit(87);
  }
  *between = 0;
  mx_phases.second = between + 1;
  /* a table that this program does not have is refused before the program runs */
  mx_use_formats("MANTISSA_PHASES", mx_phases.texts);
  mx_use_formats("MANTISSA_PHASES", mx_phases.second);
}

/* At the head of the loop, before its condition. Values in memory need no conversion: no site of the second table is narrower than in the first,
 * so that whatever the first phase stored is exact in the second. */
void mx_begin_iteration(void)
{
  if (!mx_phases.texts) return;
  if (mx_phases.is_over) {
    fprintf(stderr, "mantissa: the loop with phases is entered a second time\n");
    exit(87);
  }
  if (mx_phases.iteration == mx_phases.first) mx_use_formats("MANTISSA_PHASES", mx_phases.second);
  else if (mx_phases.iteration == 0) mx_use_formats("MANTISSA_PHASES", mx_phases.texts);
  mx_phases.iteration++;
}

/* Behind the loop, which may have ended in the first phase. */
void mx_end_phases(void)
{
  if (!mx_phases.texts) return;
  mx_phases.is_over = 1;
  mx_use_formats("MANTISSA_PHASES", mx_phases.second);
}
#endif

void mx_load_formats(void)
{
  if (MX_MODE == 3) return;
#ifdef MX_PHASES
  mx_load_phases();
#endif
  mx_use_formats("MANTISSA_FORMATS", getenv("MANTISSA_FORMATS"));
}

#define MX_MOST_DEVICES 64
static struct mx_gpu_unit *mx_gpu_units;
static char mx_prepared[MX_MOST_DEVICES];

void mx_gpu_register(struct mx_gpu_unit *unit)
{
  unit->next = mx_gpu_units;
  mx_gpu_units = unit;
}

static void mx_collect_from(int device)
{
  struct mx_gpu_unit *unit;
  for (unit = mx_gpu_units; unit; unit = unit->next) {
    const char *error = unit->collect(device, mx_counts, mx_differences, mx_lost, mx_seen_values, mx_frame_blocks);
    if (error) fprintf(stderr, "mantissa: the counters of GPU %d cannot be read: %s\n", device, error);
  }
}

/* Launches and copies have a number each in the text; of a program with more than this, the others are not counted. */
#define MX_MOST_CALLS 1024
static unsigned long long mx_launches[MX_MOST_CALLS];
static struct { unsigned long long times, bytes, most; } mx_transfers[MX_MOST_CALLS];

#if MX_MODE == 1
/* A thread's counters outlive it. */
struct mx_counting_thread {
  struct mx_counting_thread *next;
  struct mx_counters counters;
};
static struct mx_counting_thread *mx_counting;
__thread struct mx_counters *mx_thread_counters;

static void mx_gather(const struct mx_counters *from)
{
  size_t k;
  for (k = 0; k < MX_COUNTERS; k++) mx_counts[k] += from->counts[k];
#if MX_RANGES
  for (k = 0; k < MX_SITES; k++) {
    struct mx_seen *const seen = &mx_seen_values[k];
    if (from->seen[k].largest > seen->largest) seen->largest = from->seen[k].largest;
    if (from->seen[k].smallest > seen->smallest) seen->smallest = from->seen[k].smallest;
    seen->unusual |= from->seen[k].unusual;
  }
#endif
}
#endif

static double mx_magnitude(unsigned long long bits)
{
  double magnitude;
  memcpy(&magnitude, &bits, sizeof magnitude);
  return magnitude;
}

static void mx_write_range(FILE *file, size_t site)
{
  const struct mx_seen seen = mx_seen_values[site];
  if (seen.largest || seen.unusual)
    fprintf(file, "range %zu %.17g %.17g %d %d\n", site, mx_magnitude(seen.largest), mx_magnitude(0 - seen.smallest),
            (seen.unusual & MX_SEEN_INFINITY) != 0, (seen.unusual & MX_SEEN_NAN) != 0);
}

static void mx_write_blocks(FILE *file, size_t frame)
{
  const struct mx_blocks *const own = &mx_frame_blocks[frame];
  size_t k, count = MX_BLOCKS;
  if (!own->errors) return;
  while (count > 0 && own->errors[count - 1] == 0) count--;
  fprintf(file, "blocks %zu %u %u %u %d", frame, own->grid[0], own->grid[1], own->grid[2], MX_BLOCKS);
  for (k = 0; k < count; k++) fprintf(file, " %.9g", own->errors[k]);
  fprintf(file, "\n");
}

static void mx_write_report(void)
{
  const char *name = getenv("MANTISSA_REPORT");
  FILE *file;
  size_t k;
#if MX_MODE == 1
  const struct mx_counting_thread *thread;
  for (thread = mx_counting; thread; thread = thread->next) mx_gather(&thread->counters);
#endif
  file = name ? fopen(name, "w") : NULL;
  if (!file) return;
  for (k = 0; k < MX_OPERATIONS; k++)
    if (mx_counts[k] || mx_differences[k] != 0) fprintf(file, "%zu %llu %.17g\n", k, mx_counts[k], mx_differences[k]);
  for (k = 0; k < MX_OPERATIONS; k++)
    if (mx_lost[k]) fprintf(file, "lost %zu %llu\n", k, mx_lost[k]);
  for (k = 0; k < MX_FRAMES; k++) mx_write_blocks(file, k);
  for (k = 0; MX_MODE == 1 && k < MX_SITES; k++) {
    if (mx_counts[MX_OPERATIONS + k]) fprintf(file, "store %zu %llu\n", k, mx_counts[MX_OPERATIONS + k]);
    mx_write_range(file, k);
  }
  const unsigned long long *const loops = mx_counts + MX_OPERATIONS + MX_SITES, *const functions = loops + MX_LOOPS;
  for (k = 0; k < MX_LOOPS; k++)
    if (loops[k]) fprintf(file, "loop %zu %llu\n", k, loops[k]);
  for (k = 0; k < MX_FUNCTIONS; k++)
    if (functions[k]) fprintf(file, "call %zu %llu\n", k, functions[k]);
  for (k = 0; k < MX_MOST_CALLS; k++) {
    if (mx_launches[k]) fprintf(file, "launch %zu %llu\n", k, mx_launches[k]);
    if (mx_transfers[k].times) fprintf(file, "transfer %zu %llu %llu %llu\n", k, mx_transfers[k].times, mx_transfers[k].bytes, mx_transfers[k].most);
  }
  fclose(file);
}

static void mx_report_at_exit(void)
{
  static char registered;
  if (registered) return;
  registered = 1;
  atexit(mx_write_report);
}

static void mx_collect_everywhere(void)
{
  int device;
  for (device = 0; device < MX_MOST_DEVICES; device++) {
    if (mx_prepared[device]) mx_collect_from(device);
    mx_prepared[device] = 0;
  }
}

/* Before every launch: brings the table to the current device, once. */
void mx_prepare_device(void)
{
  struct mx_gpu_unit *unit;
  size_t k;
  static char formats[MX_LETTERS + 1];
  const int device = mx_gpu_units ? mx_gpu_units->device() : -1;
  if (device < 0 || device >= MX_MOST_DEVICES || mx_prepared[device]) return;
  mx_prepared[device] = 1;
  if (MX_MODE == 3) return;
  mx_load_formats();
  for (k = 0; k < MX_OPERATIONS; k++) formats[k] = (char) mx_operation_formats[k];
  for (k = 0; k < MX_SITES; k++) formats[MX_OPERATIONS + k] = (char) mx_site_formats[k];
  for (k = 0; k < MX_CHOICES; k++) formats[MX_OPERATIONS + MX_SITES + k] = (char) mx_choice_formats[k];
  for (unit = mx_gpu_units; unit; unit = unit->next) {
    const char *error = unit->upload(formats);
    if (error) fprintf(stderr, "mantissa: the formats cannot be put on GPU %d: %s\n", device, error);
  }
  if (MX_MODE == 1 || MX_MODE == 2) {
    static char registered;
    mx_report_at_exit();
    /* exit handlers run in reverse order: the GPU is read before CUDA, already in use, shuts down */
    if (!registered) atexit(mx_collect_everywhere);
    registered = 1;
  }
}

/* Before another call of main in one process: its table may be another. */
void mx_start_run(void)
{
  memset(mx_prepared, 0, sizeof mx_prepared);
  mx_load_formats();
}

/* The program is about to reset the device: its table and counters go with it. */
void mx_leave_device(void)
{
  const int device = mx_gpu_units ? mx_gpu_units->device() : -1;
  if (device < 0 || device >= MX_MOST_DEVICES || !mx_prepared[device]) return;
  mx_collect_from(device);
  mx_prepared[device] = 0;
}

#if MX_MODE == 1
struct mx_counters *mx_begin_counting(void)
{
  struct mx_counting_thread *const mine = (struct mx_counting_thread *) calloc(1, sizeof *mine);
  if (!mine) {
    fprintf(stderr, "mantissa: no memory for the counters of a thread\n");
    exit(87);
  }
  mx_report_at_exit();
  do mine->next = __atomic_load_n(&mx_counting, __ATOMIC_RELAXED);
  while (!__sync_bool_compare_and_swap(&mx_counting, mine->next, mine));
  mx_thread_counters = &mine->counters;
  return &mine->counters;
}
#endif

void mx_report_launch(int launch)
{
  mx_report_at_exit();
  if (launch < MX_MOST_CALLS) mx_launches[launch]++;
}

void mx_report_transfer(int transfer, unsigned long long bytes)
{
  mx_report_at_exit();
  if (transfer >= MX_MOST_CALLS) return;
  mx_transfers[transfer].times++;
  mx_transfers[transfer].bytes += bytes;
  if (bytes > mx_transfers[transfer].most) mx_transfers[transfer].most = bytes;
}

void mx_report_difference(int operation, double exact, double shadow)
{
  mx_report_at_exit();
  mx_counts[operation]++;
  mx_differences[operation] += mx_relative_difference(exact, shadow);
  mx_lost[operation] += mx_is_lost(exact, shadow);
}

void mx_add_to_block(struct mx_blocks *blocks, unsigned long long block, double difference)
{
  if (!blocks->errors) blocks->errors = (double *) calloc(MX_BLOCKS, sizeof *blocks->errors);
  if (!blocks->errors) {
    fprintf(stderr, "mantissa: no memory for the errors of blocks\n");
    exit(87);
  }
  blocks->errors[block < MX_BLOCKS ? block : MX_BLOCKS - 1] += difference;
}

/* Keeps the larger of two grids. */
void mx_widen_grid(struct mx_blocks *blocks, unsigned x, unsigned y, unsigned z)
{
  unsigned *const grid = blocks->grid;
  if (1ull * x * y * z <= 1ull * grid[0] * grid[1] * grid[2]) return;
  grid[0] = x, grid[1] = y, grid[2] = z;
}

#ifdef MX_FRAME_OF_OPERATIONS
static const int mx_frame_of_operations[] = {MX_FRAME_OF_OPERATIONS};

void mx_report_block(int operation, unsigned long long block, unsigned x, unsigned y, unsigned z, double difference)
{
  const int frame = mx_frame_of_operations[operation];
  if (frame < 0) return;
  mx_widen_grid(&mx_frame_blocks[frame], x, y, z);
  mx_add_to_block(&mx_frame_blocks[frame], block, difference);
}
#endif

#ifdef __cplusplus
}
#endif
