/* Replies run on a drawing, and what has come of them. */
#pragma once

#include <fairy/turn.h>

/* Where a drawing of tests begins; 800 × 600. */
#define TEST_HEAD                                                    \
    "<svg xmlns=\"http://www.w3.org/2000/svg\" "                     \
    "xmlns:xlink=\"http://www.w3.org/1999/xlink\" "                  \
    "xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-" \
    "0.dtd\" viewBox=\"0 0 800 600\">"

typedef struct {
    SvgDocument *doc;
    FairyTurn *turn;
    GError *error; /* of the reply */
} TestRun;

/* `svg` must be a drawing. */
TestRun test_run(const char *svg, const char *reply);
/* In pieces of `step` bytes. */
TestRun test_run_in(const char *svg, const char *reply, gsize step);
void test_run_clear(TestRun *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TestRun, test_run_clear)

/* Of action `i`, which must be there. */
const FairyOutcome *test_outcome(const TestRun *run, guint i);
/* A line each: "ok", "ok: words", "adjusted: how", "refused: why". */
void test_expect(const TestRun *run, const char *outcomes);
void test_expect_in_file(const TestRun *run, const char *text);
void test_expect_file(const TestRun *run, const char *svg);
void test_expect_box(const TestRun *run, const char *id, double x, double y, double w, double h);
