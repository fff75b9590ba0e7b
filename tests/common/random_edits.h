/* What the property tests share. */
#pragma once

#include <svg/edit.h>

/* One verb with random arguments on random shapes of `shapes` (SvgShape *). Its result. */
gboolean test_random_verb(GRand *rand, SvgEdit *edit, GPtrArray *shapes, GError **error);
/* The .svg files directly in a folder, by name; empty when there is no such folder. The caller's.
 */
GPtrArray *test_files_in(const char *folder);
/* A number from the environment. */
guint test_setting(const char *name, guint otherwise);
/* TEST_SEED, or a fresh seed; prints it, so that the run can be repeated. */
guint32 test_seed(void);

typedef void (*TestFileFunc)(const char *file, guint32 seed, GRand *rand);
/* Calls `func` for so many random .svg files of a folder (a relative one is of tests/), for each
 * once when there are no more. Skips the test when there is none. */
void test_random_files(const char *folder, guint wanted, TestFileFunc func);

/* A drawing and a seed that failed once. Where verbs have changed since, it is another sequence of
 * edits. */
typedef struct {
    const char *file;
    guint32 seed;
} TestFailed;
/* Calls `func` for each of them that is there. */
void test_failed_once(const TestFailed *failed, gsize n, TestFileFunc func);
