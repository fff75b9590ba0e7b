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

/* --- the selection ---------------------------------------------------------------------------- */

static void on_selected(G_GNUC_UNUSED const GError *error, gpointer data)
{
    if (push_back(data)) {
        done(data);
    }
}

/* Undo takes what it changes out of the selection. */
static void select_again(Push *push)
{
    g_autofree char *ids = push->chosen != NULL ? g_strjoinv(",", push->chosen) : NULL;
    if (ids == NULL || *ids == '\0') {
        done(push);
    } else {
        editor_select(push->o.editor, ids, on_selected, push_hold(push));
    }
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
    do_steps(push, "redo", select_again);
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
        select_again(push);
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

static void on_seen(Push *push, const cJSON *answer, G_GNUC_UNUSED GBytes *live)
{
    if (!trip_did(answer, "looked")) {
        done(push);
        return;
    }
    g_strfreev(push->chosen);
    push->chosen = order_strings(cJSON_GetObjectItem(answer, "ids"));
    check(push, push->now, take_back, done);
}

/* What is selected is known to the courier alone. */
static void see(Push *push)
{
    g_autofree char *id = push_order_id(push);
    const Order order = {
        .kind = ORDER_LOOK, .id = id, .pgid = push_group(push), .path = push->path};
    if (!trip_start(push, &order, push->now, on_seen)) {
        push_later(push, PACE_LOOK_MS);
    }
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
        see(push);
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
