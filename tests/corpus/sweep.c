/* Does everything once to each file named on standard input (one path a line): load, query, list
 * the shapes, save unchanged, move one object and take that back. Counts crashes, hangs, what took
 * more than 2 s of CPU, and bytes that aren't what they were; what can't be read is listed with the
 * reason. Files are worked on in child processes, so that one that crashes is one that crashes.
 *
 * usage: sweep [SECONDS] <LIST   (SECONDS: what a file may take; default 2) */
#include "common/random_edits.h"

#include <svg/query.h>
#include <svg/shape.h>

#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 100, TRIES = 20, HANG = 10 /* times what a file may take */ };

/* Shared with the children. */
typedef struct {
    guint at; /* the file that is worked on */
    guint read, unread, unclear, moved, still, differ, slow, crashed, hung;
    guint64 elements;
    double slowest;
} Count;

typedef struct {
    GPtrArray *files;
    GRand *rand;
    double seconds;
    Count *count;
} Sweep;

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The clock that ends a process which hangs; 0 stops it. */
static void set_alarm(double seconds)
{
    struct itimerval timer = {.it_value = {(time_t)seconds, 0}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* --- one file --------------------------------------------------------------------------------- */

static gboolean prints_as(SvgDocument *doc, GBytes *expected)
{
    g_autoptr(GBytes) now = svg_document_print(doc, NULL);
    return now && g_bytes_equal(now, expected);
}

static void add_element(G_GNUC_UNUSED const SvgQueryItem *item, gpointer data)
{
    ((Count *)data)->elements++;
}

/* svgz is packed again, by another program than the first time: what counts is what is in it. */
static gboolean is_as_read(GBytes *printed, const char *path)
{
    gsize len;
    g_autofree char *data = NULL;
    if (g_str_has_suffix(path, "z")) {
        return TRUE;
    }
    if (!g_file_get_contents(path, &data, &len, NULL)) {
        return FALSE;
    }
    return len == g_bytes_get_size(printed) &&
           memcmp(data, g_bytes_get_data(printed, NULL), len) == 0;
}

static gboolean move_one(SvgDocument *doc, const char *id)
{
    const char *ids[] = {id, NULL};
    double unit = 1 / svg_document_px_per_unit(doc);
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    if (!svg_edit_offset(edit, ids, 7 * unit, 3 * unit, NULL)) {
        return FALSE;
    }
    g_autoptr(SvgChange) change = svg_edit_commit(g_steal_pointer(&edit), NULL);
    return change != NULL;
}

/* What is locked, or can't be moved otherwise, isn't: another is tried. */
static gboolean move_any(SvgDocument *doc, GPtrArray *shapes, GRand *rand)
{
    for (guint tries = 0; shapes->len && tries < TRIES; tries++) {
        const SvgShape *shape = shapes->pdata[g_rand_int_range(rand, 0, (gint)shapes->len)];
        if (!shape->locked && move_one(doc, shape->id)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void differs(Sweep *sweep, const char *path, const char *when)
{
    printf("DIFFERS %s: %s\n", path, when);
    sweep->count->differ++;
}

static void work_on(Sweep *sweep, SvgDocument *doc, const char *path)
{
    Count *count = sweep->count;
    g_autoptr(GBytes) before = svg_document_print(doc, NULL);
    svg_document_query(doc, add_element, count);
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    if (!before || !is_as_read(before, path) || !prints_as(doc, before)) {
        differs(sweep, path, "saved unchanged");
    }
    if (!move_any(doc, shapes, sweep->rand)) {
        count->still++;
        return;
    }
    count->moved++;
    if (before && prints_as(doc, before)) {
        differs(sweep, path, "the move isn't in the file");
    }
    svg_document_undo(doc);
    if (before && !prints_as(doc, before)) {
        differs(sweep, path, "moved and taken back");
    }
}

/* One line with the file's name and, for what isn't XML, the line where. */
static gboolean is_clear(const char *message, const char *path)
{
    return g_str_has_prefix(message, path) && !strpbrk(message, "\r\n");
}

static void refuse(Sweep *sweep, const char *path, const GError *error)
{
    printf("not read: %s\n", error->message);
    sweep->count->unread++;
    if (!is_clear(error->message, path)) {
        printf("UNCLEAR: %s\n", error->message);
        sweep->count->unclear++;
    }
}

static void try_file(Sweep *sweep, const char *path)
{
    double start = cpu_seconds(), took;
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_load(path, &error);
    if (doc) {
        sweep->count->read++;
        work_on(sweep, doc, path);
    } else {
        refuse(sweep, path, error);
    }
    took = cpu_seconds() - start;
    sweep->count->slowest = MAX(sweep->count->slowest, took);
    if (took > sweep->seconds) {
        printf("SLOW %s: %.1f s\n", path, took);
        sweep->count->slow++;
    }
}

/* --- children --------------------------------------------------------------------------------- */

static guint batch_end(const Sweep *sweep, guint from)
{
    return MIN(from + BATCH, sweep->files->len);
}

static void work_through(Sweep *sweep, guint from)
{
    for (guint i = from; i < batch_end(sweep, from); i++) {
        sweep->count->at = i;
        set_alarm(HANG * sweep->seconds);
        try_file(sweep, sweep->files->pdata[i]);
    }
    set_alarm(0);
    svg_cleanup();
    g_ptr_array_unref(sweep->files);
    g_rand_free(sweep->rand);
    exit(0);
}

/* Gives the file to go on with back. */
static guint after_end(Sweep *sweep, guint from, int status)
{
    const char *path = sweep->files->pdata[sweep->count->at];
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return batch_end(sweep, from);
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) {
        printf("HANGS %s\n", path);
        sweep->count->hung++;
    } else {
        printf("CRASHES %s (status %d)\n", path, status);
        sweep->count->crashed++;
    }
    return sweep->count->at + 1;
}

static guint run_batch(Sweep *sweep, guint from)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        work_through(sweep, from);
    }
    sweep->count->at = from;
    if (child < 0 || waitpid(child, &status, 0) < 0) {
        perror("sweep");
        exit(2);
    }
    return after_end(sweep, from, status);
}

static GPtrArray *read_list(void)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        g_ptr_array_add(files, g_strdup(line));
    }
    free(line);
    return files;
}

static gboolean report(const Sweep *sweep)
{
    const Count *count = sweep->count;
    printf("%u files: read %u (%" G_GUINT64_FORMAT
           " elements), not read %u; moved %u, nothing to move in %u; the slowest %.2f s\n",
           sweep->files->len, count->read, count->elements, count->unread, count->moved,
           count->still, count->slowest);
    printf("crashed %u, hung %u, over %g s %u, other bytes %u, unclear messages %u\n",
           count->crashed, count->hung, sweep->seconds, count->slow, count->differ, count->unclear);
    return count->read && !count->crashed && !count->hung && !count->slow && !count->differ &&
           !count->unclear;
}

int main(int argc, char **argv)
{
    Sweep sweep = {.seconds = argc > 1 ? g_ascii_strtod(argv[1], NULL) : 2};
    sweep.count =
        mmap(NULL, sizeof *sweep.count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (sweep.count == MAP_FAILED || sweep.seconds <= 0) {
        fputs("usage: sweep [SECONDS] <LIST\n", stderr);
        return 2;
    }
    sweep.rand = g_rand_new_with_seed(test_seed());
    sweep.files = read_list();
    for (guint at = 0; at < sweep.files->len;) {
        at = run_batch(&sweep, at);
    }
    gboolean good = report(&sweep);
    g_ptr_array_unref(sweep.files);
    g_rand_free(sweep.rand);
    return !good;
}
