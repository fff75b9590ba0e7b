/* Replies run on a drawing, and what has come of them. */
#pragma once

#include <fairy/executor.h>

/* Where a drawing of tests begins; 800 × 600. */
#define TEST_HEAD                                                    \
    "<svg xmlns=\"http://www.w3.org/2000/svg\" "                     \
    "xmlns:xlink=\"http://www.w3.org/1999/xlink\" "                  \
    "xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-" \
    "0.dtd\" viewBox=\"0 0 800 600\">"

/* One with boxes, lines, a stroke and a locked box. */
#define TEST_DRAWING                                                                      \
    TEST_HEAD                                                                             \
    "<rect id=\"a\" x=\"10\" y=\"20\" width=\"100\" height=\"50\"/>"                      \
    "<rect id=\"b\" x=\"100\" y=\"300\" width=\"50\" height=\"40\"/>"                     \
    "<rect id=\"frac\" x=\"500.3\" y=\"400.7\" width=\"30\" height=\"20\"/>"              \
    "<line id=\"l\" x1=\"300\" y1=\"100\" x2=\"400\" y2=\"100\" stroke=\"black\"/>"       \
    "<polyline id=\"zigzag\" points=\"0,500 20,550 40,500 60,550\" fill=\"none\" "        \
    "stroke=\"black\"/>"                                                                  \
    "<path id=\"drawn\" d=\"M 600,100 C 610,90 620,120 630,100 640,80 650,110 660,100\" " \
    "style=\"fill:none;stroke:#000000\"/>"                                                \
    "<rect id=\"lock\" x=\"400\" y=\"500\" width=\"10\" height=\"10\" "                   \
    "sodipodi:insensitive=\"true\"/></svg>"
/* An action. */
#define TEST_DELETE(id) "{\"_type\":\"delete\",\"shapeId\":\"" id "\"}"

typedef struct {
    SvgDocument *doc;
    FairyExecutor *executor;
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
