/* The table of what follows an answer. */
#include "agent/decide.h"

#include <fairy/limits.h>

/* --- reasons ---------------------------------------------------------------------------------- */

typedef gboolean (*HoldsFunc)(const FairyFacts *facts, guint reasons);

static gboolean has_todos(const FairyFacts *facts, guint reasons)
{
    (void)reasons;
    return facts->n_todos > 0;
}

static gboolean has_todos_at_task(const FairyFacts *facts, guint reasons)
{
    return facts->at_task && has_todos(facts, reasons);
}

static gboolean has_tasks(const FairyFacts *facts, guint reasons)
{
    (void)reasons;
    return facts->n_tasks > 0;
}

static gboolean is_at_task(const FairyFacts *facts, guint reasons)
{
    (void)reasons;
    return facts->at_task;
}

/* A leader that waits while somebody works is at rest until it is told. */
static gboolean has_to_wait(const FairyFacts *facts)
{
    return fairy_mode(facts->mode)->end == FAIRY_END_LEAD && facts->leads && facts->waits &&
           !facts->stalled && (facts->awaits || !facts->asked);
}

static gboolean corrects(const FairyFacts *facts)
{
    return facts->n_refused > 0 && facts->counts.corrections < FAIRY_MAX_CORRECTIONS;
}

/* What it wants to see it sees when it is woken. */
static gboolean looks_later(const FairyFacts *facts)
{
    return facts->asked && has_to_wait(facts) && !corrects(facts);
}

static gboolean is_asked_in_words(const FairyFacts *facts, guint reasons)
{
    (void)reasons;
    return facts->asked_words && !looks_later(facts);
}

static gboolean has_project_tasks(const FairyFacts *facts, guint reasons)
{
    (void)reasons;
    return facts->leads && !has_to_wait(facts) && facts->n_tasks > 0;
}

static gboolean has_open_project(const FairyFacts *facts, guint reasons)
{
    (void)reasons;
    return facts->leads && !has_to_wait(facts) && facts->n_tasks == 0;
}

static gboolean has_reasons(const FairyFacts *facts, guint reasons)
{
    (void)facts;
    return reasons != 0;
}

static gboolean asks_for_no_reason(const FairyFacts *facts, guint reasons)
{
    return facts->asked && reasons == 0 && !looks_later(facts);
}

static gboolean may_have_faults(const FairyFacts *facts, guint reasons)
{
    return facts->n_faults != 0 && reasons == 0;
}

/* Most of it can be done in another way, by who knows why it was refused. */
static gboolean may_correct(const FairyFacts *facts, guint reasons)
{
    return corrects(facts) && reasons == 0;
}

#define END(name) (1u << FAIRY_END_##name)
#define ANY       (~0u)

/* Looked at from the first to the last; each knows the reasons that were found before it. */
static const struct {
    FairyReason reason;
    guint ends; /* 1 << FairyModeEnd: where it is looked at */
    HoldsFunc holds;
} rules[] = {
    {FAIRY_REASON_ASKED, ANY, is_asked_in_words},
    {FAIRY_REASON_TODOS, END(ONE_SHOT), has_todos},
    {FAIRY_REASON_TODOS, END(WORK), has_todos_at_task},
    {FAIRY_REASON_TASKS, END(SOLO), has_tasks},
    {FAIRY_REASON_AT_TASK, END(WORK), is_at_task},
    {FAIRY_REASON_PROJECT_TASKS, END(LEAD), has_project_tasks},
    {FAIRY_REASON_PROJECT_OPEN, END(LEAD), has_open_project},
    {FAIRY_REASON_GO_ON, END(ONE_SHOT), has_reasons},
    {FAIRY_REASON_GO_ON, ANY, asks_for_no_reason},
    {FAIRY_REASON_FAULTS, END(ONE_SHOT), may_have_faults},
    {FAIRY_REASON_REFUSED, ANY, may_correct},
};

static guint reasons_of(const FairyFacts *facts)
{
    guint end = 1u << fairy_mode(facts->mode)->end, reasons = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(rules); i++) {
        if ((rules[i].ends & end) && rules[i].holds(facts, reasons)) {
            reasons |= rules[i].reason;
        }
    }
    return reasons;
}

/* --- by how the answer ended ------------------------------------------------------------------ */

/* Who isn't told to go on leaves a project or a task that is open as one who is stopped does: who
 * looks after them sees to that. */
static FairyDecision rest(const FairyFacts *facts)
{
    const FairyMode *row = fairy_mode(facts->mode);
    gboolean open = facts->leads || facts->at_task;
    FairyModeId mode = has_to_wait(facts)    ? row->waiting
                       : open && row->active ? row->stopped
                       : row->active         ? FAIRY_MODE_IDLING
                                             : FAIRY_MODE_NONE;
    return (FairyDecision){.step = FAIRY_STEP_REST, .mode = mode, .counts = facts->counts};
}

/* A model that asks on and does nothing would do so for ever. */
static FairyStep ask_or_give_up(const FairyCounts *counts)
{
    return counts->idle > FAIRY_MAX_IDLE_ANSWERS ? FAIRY_STEP_GIVE_UP : FAIRY_STEP_ASK;
}

/* What was said meanwhile comes before all that the program would have to say. */
static FairyDecision after_words(const FairyFacts *facts)
{
    FairyDecision next = {.step = FAIRY_STEP_ASK, .counts = facts->counts};
    next.counts.idle = 0;
    return next;
}

static FairyDecision after_whole(const FairyFacts *facts)
{
    if (facts->said) {
        return after_words(facts);
    }
    guint reasons = facts->reads_prompts ? reasons_of(facts) : 0;
    FairyDecision next = rest(facts);
    if (!facts->reads_prompts) {
        return next;
    }
    next.later = looks_later(facts);
    if ((reasons & FAIRY_REASON_FAULTS) && facts->n_faults == FAIRY_NOT_REVIEWED) {
        next.step = FAIRY_STEP_REVIEW;
        return next;
    }
    gboolean corrects = (reasons & FAIRY_REASON_REFUSED) != 0;
    next.counts.corrections = facts->n_refused > 0 ? facts->counts.corrections + corrects : 0;
    next.counts.idle = facts->changed ? 0 : facts->counts.idle + 1;
    if (reasons) {
        next.step = ask_or_give_up(&next.counts);
        next.mode = has_to_wait(facts) ? next.mode : FAIRY_MODE_NONE;
        next.reasons = reasons;
        next.optional = (reasons & (FAIRY_REASON_FAULTS | FAIRY_REASON_REFUSED)) != 0;
    }
    return next;
}

static FairyDecision after_fault(const FairyFacts *facts)
{
    FairyDecision next = {.step = FAIRY_STEP_END, .counts = facts->counts};
    FairyNext retry = fairy_retry_next(&next.counts.retry, facts->api_error, facts->n_actions,
                                       facts->random, &next.wait_ms);
    if (retry != FAIRY_NEXT_STOP) {
        next.step = FAIRY_STEP_ASK;
        next.wait_ms = facts->instant ? 0 : next.wait_ms;
        next.same = retry == FAIRY_NEXT_AGAIN;
        next.repeats = TRUE;
        next.reasons = retry == FAIRY_NEXT_CONTINUE ? FAIRY_REASON_CUT : 0;
    }
    return next;
}

/* Taken as a slip: a model that is told what was wrong mostly does better. */
static FairyDecision after_unread(const FairyFacts *facts)
{
    FairyDecision next = {.step = FAIRY_STEP_END, .counts = facts->counts};
    next.counts.unread++;
    if (facts->reads_prompts && next.counts.unread < FAIRY_MAX_BAD_REPLIES) {
        next.step = FAIRY_STEP_ASK;
        next.reasons = FAIRY_REASON_UNREAD;
    }
    return next;
}

static FairyDecision after_stop(const FairyFacts *facts)
{
    return (FairyDecision){.step = FAIRY_STEP_END, .counts = facts->counts};
}

FairyDecision fairy_decide(const FairyFacts *facts)
{
    static FairyDecision (*const after[])(const FairyFacts *facts) = {
        [FAIRY_ANSWER_WHOLE] = after_whole,
        [FAIRY_ANSWER_FAULT] = after_fault,
        [FAIRY_ANSWER_UNREAD] = after_unread,
        [FAIRY_ANSWER_STOPPED] = after_stop,
    };
    return after[facts->answer](facts);
}

/* --- modes ------------------------------------------------------------------------------------ */

FairyModeId fairy_decide_asked_mode(FairyModeId mode, gboolean by_person, gboolean plans)
{
    const FairyMode *row = fairy_mode(mode);
    if (row->told != FAIRY_MODE_NONE && by_person) {
        return row->told;
    }
    if (row->asked == FAIRY_MODE_NONE) {
        return mode;
    }
    return plans && row->asked == FAIRY_MODE_ONE_SHOTTING ? FAIRY_MODE_SOLOING : row->asked;
}

/* --- tasks ------------------------------------------------------------------------------------ */

/* Its task is done, and what it is still writing belongs to none. */
static gboolean is_between_tasks(FairyModeId mode, FairyModeId pending)
{
    const FairyMode *next = fairy_mode(pending);
    return next && next->task_begun != FAIRY_MODE_NONE &&
           fairy_mode(mode)->task_begun == FAIRY_MODE_NONE;
}

/* Somebody else ended it: what is still being done for it isn't wanted any more. */
static gboolean is_taken_away(FairyTaskState state)
{
    return state == FAIRY_TASK_READY || state == FAIRY_TASK_CANCELLED ||
           state == FAIRY_TASK_DELETED || state == FAIRY_TASK_LOST;
}

FairyTaskStep fairy_decide_task(FairyModeId mode, FairyModeId pending, gboolean running,
                                FairyTaskState state)
{
    gboolean begun = state == FAIRY_TASK_IN_PROGRESS;
    gboolean leaves = begun && running && is_between_tasks(mode, pending);
    const FairyMode *row = fairy_mode(leaves ? pending : mode);
    gboolean at_task = row->level == FAIRY_LEVEL_TASK;
    gboolean over = state >= FAIRY_TASK_DONE || (state == FAIRY_TASK_READY && at_task);
    FairyTaskStep step = {.leaves = leaves,
                          .mode = begun  ? row->task_begun
                                  : over ? row->task_over
                                         : FAIRY_MODE_NONE};
    step.stops = running && at_task && is_taken_away(state);
    return step;
}
