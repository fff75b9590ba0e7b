/* At the end of a turn: what several pushes did becomes one undo step. All of them are undone, and
 * the end is pushed once; if somebody did anything else meanwhile, all stays as it is. */
#include "../alike.h"
#include "push_priv.h"

typedef struct {
    Push *push;
    guint n_left;       /* steps to undo, or to do again */
    const char *action; /* that is done n_left times */
    void (*then)(Push *push);
} Steps;

static void done(Push *push)
{
    push_over(push, NULL);
}

/* --- undo, redo ------------------------------------------------------------------------------- */

static void next_step(Steps *steps);

static void on_step(const GError *error, gpointer data)
{
    Steps *steps = data;
    if (!push_back(steps->push)) {
        g_free(steps);
        return;
    }
    if (error != NULL) {
        push_over(steps->push, error);
        g_free(steps);
        return;
    }
    steps->n_left--;
    next_step(steps);
}

static void next_step(Steps *steps)
{
    if (steps->n_left == 0) {
        steps->then(steps->push);
        g_free(steps);
        return;
    }
    push_hold(steps->push);
    editor_activate(steps->push->o.editor, steps->push->o.window, steps->action, on_step, steps);
}

static void do_steps(Push *push, const char *action, void (*then)(Push *push))
{
    Steps *steps = g_new(Steps, 1);
    *steps = (Steps){push, push->n_steps, action, then};
    next_step(steps);
}

static void give_up(Push *push)
{
    do_steps(push, "redo", done);
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef struct {
    Push *push;
    GBytes *like; /* what it should agree with; borrowed from the Push */
    void (*yes)(Push *), (*no)(Push *);
} Check;

static void on_checked(GBytes *bytes, G_GNUC_UNUSED const GError *error, gpointer data)
{
    Check check = *(Check *)data;
    g_free(data);
    if (push_back(check.push)) {
        gboolean agree = bytes != NULL && alike_agree(check.like, bytes);
        (agree ? check.yes : check.no)(check.push);
    }
}

static void check(Push *push, GBytes *like, void (*yes)(Push *), void (*no)(Push *))
{
    g_autofree char *path = push_read_path(push);
    Check *check = g_new(Check, 1);
    *check = (Check){push_hold(push), like, yes, no};
    editor_export(push->o.editor, path, on_checked, check);
}

/* --- all of it -------------------------------------------------------------------------------- */

/* What was undone can't be done again any more, whatever the courier has done: it is pushed anew,
 * as one. */
static void on_put(Push *push, const cJSON *answer, G_GNUC_UNUSED GBytes *live)
{
    if (trip_did(answer, "pushed")) {
        done(push);
        return;
    }
    push_read(push, push->first, g_bytes_ref(push->first));
    push->n_pushed = push->n_steps = 0;
    push_later(push, 0);
}

static void put_end(Push *push)
{
    g_autofree char *id = push_order_id(push);
    const Order order = {
        .kind = ORDER_WHOLE,
        .id = id,
        .pgid = push_group(push),
        .path = push->path,
        .sure = TRUE,
    };
    if (!trip_start(push, &order, push->now, on_put)) {
        give_up(push);
    }
}

static void on_undone(Push *push)
{
    check(push, push->first, put_end, give_up);
}

static void take_back(Push *push)
{
    do_steps(push, "undo", on_undone);
}

/* Whether it is certain that the number of our window is that of the active document: what is
 * undone in another one would be the person's. */
static gboolean is_known(const Push *push, const EditorFacts *facts)
{
    return facts->n_windows == 1 || push->hands.window == push->o.window;
}

static void on_look(const EditorFacts *facts, const GError *error, gpointer data)
{
    Push *push = data;
    if (!push_back(push)) {
        return;
    }
    if (facts == NULL) {
        push_over(push, error);
        return;
    }
    g_auto(PaceAnswer) answer = push_pace(push, facts);
    if (answer.act == PACE_PUSH && is_known(push, facts)) {
        check(push, push->now, take_back, done);
    } else if (answer.act == PACE_WAIT) {
        push_later(push, answer.ms);
    } else {
        done(push);
    }
}

void squash_start(Push *push)
{
    gboolean saved = push_saved(push) != push->saved;
    if (push->n_steps < 2 || push->theirs || push->first == NULL || saved) {
        done(push);
    } else {
        editor_look(push->o.editor, push->o.window, on_look, push_hold(push));
    }
}
