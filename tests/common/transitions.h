/* What becomes of a project and of its fairies when something happens: the transitions of the
 * runtime reference, §2.2 and §2.3, a row each. A row begins with the person's words to who leads,
 * and says all that each fairy does then. */
#pragma once

#include "common/team_scene.h"

enum { TEST_MOST_SAID = 4, TEST_MOST_TOLD = 6, TEST_MOST_REMEMBERED = 16 };

/* Before what a model says: only the beginning is (test_team_add_part()). */
#define TEST_PART "part "

typedef struct {
    const char *says[TEST_MOST_SAID]; /* what its model answers, one request after the other */
    const char *modes; /* that it comes into, in order: "working-drone standing-by "; NULL = none */
    const char *asked; /* in which it is asked, likewise */
    /* Words of its requests, the first is 0. */
    struct {
        guint nth;
        const char *words;
    } told[TEST_MOST_TOLD];
    /* What it remembers in the end: these are there, in this order, among others. An item is
     * "LEVEL KIND TEXT | QUOTED | WORDS", "project action end-project ok"; "*" is anything. */
    const char *remembers[TEST_MOST_REMEMBERED];
    const char *forgets; /* no item is like this; NULL = any may be */
} TestMember;

/* Who isn't asked: nothing becomes of it; it goes idle in the end; and hears how that came. */
#define TEST_NOTHING   \
    {                  \
        .forgets = "*" \
    }
#define TEST_ONLY_IDLES                    \
    {                                      \
        .modes = "idling ", .forgets = "*" \
    }
#define TEST_HEARS(how)                                                                  \
    {                                                                                    \
        .modes = "idling ", .remembers = { "fairy transition *", "fairy summary *" how } \
    }

typedef struct {
    const char *name; /* with the number of the reference's row: "02-start-project" */
    TestMember fairies[3];
    /* One after the other, each when fairy-2 was asked n times and who leads rests, or when these
     * words are in the way. */
    struct {
        guint n;
        void (*now)(TestTeam *scene);
        const char *went;
    } at_work[2];
    /* At the first such event of `whose`, `then` is. */
    FairyEventKind when;
    const char *whose;
    void (*then)(TestTeam *scene);
    gboolean goes_on; /* somebody is still at work when all that is listed has happened; else all
                         have come to rest */
    void (*check)(TestTeam *scene); /* what is so then; may be NULL */
} TestTransition;

/* Those that hold for a team and for a pair. */
extern const TestTransition test_transitions[];
extern const guint test_n_transitions;

/* Adds a test for each: "/PREFIX/NAME". With 2 fairies, a pair: the third one's part of the row is
 * left out, who leads is in the modes of one that leads a pair, and models call actions as pairs
 * do. */
void test_transitions_add(const char *prefix, guint n_fairies, const TestTransition *rows,
                          guint n_rows);
/* Adds those in which there is another project, with a task "theirs" of its own. */
void test_transitions_add_beside(const char *prefix, guint n_fairies);

/* What at_work can be: fairy-2, which says nothing, is asked again. So it is certain who is first.
 */
void test_have_second_asked(TestTeam *scene);

/* --- for checks ------------------------------------------------------------------------------- */

/* As remembered: a line for each item. The caller's. */
char *test_memory_lines(const FairyMemory *memory);
void test_expect_task(const TestTeam *scene, const char *id, const char *state, const char *fairy);
void test_expect_project(const TestTeam *scene, FairyProjectState state);
void test_expect_waits(const TestTeam *scene, guint n);
