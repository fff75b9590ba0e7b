/* What ends a run from outside: the person, and the time allowed. One source wakes the context for
 * both, so that nobody has to look at them in between. */
#include "agent/agent_priv.h"

typedef struct {
    GSource source;
    const volatile int *interrupted; /* may be NULL */
    gpointer wakes;                  /* tag of the descriptor; NULL = none */
} LimitSource;

static gboolean is_interrupted(const LimitSource *self)
{
    return (self->interrupted && g_atomic_int_get(self->interrupted)) ||
           (self->wakes && g_source_query_unix_fd((GSource *)&self->source, self->wakes) != 0);
}

static gboolean prepare(GSource *source, gint *timeout)
{
    *timeout = -1;
    return is_interrupted((LimitSource *)source);
}

static gboolean check(GSource *source)
{
    return is_interrupted((LimitSource *)source);
}

static gboolean dispatch(GSource *source, GSourceFunc func, gpointer data)
{
    FairyAgent *agent = data;
    agent->interrupted = is_interrupted((LimitSource *)source);
    return func(data);
}

/* --- what it sees of them --------------------------------------------------------------------- */

/* The flag is looked at, too: in the midst of a long answer the context doesn't come round. */
static gboolean was_interrupted(const FairyAgent *agent)
{
    return agent->interrupted ||
           (agent->options.interrupted && g_atomic_int_get(agent->options.interrupted));
}

static gboolean is_late(const FairyAgent *agent)
{
    return agent->deadline && !agent->held && g_get_monotonic_time() >= agent->deadline;
}

/* NULL: it may go on. */
static GError *limit_of(const FairyAgent *agent)
{
    return was_interrupted(agent)
               ? g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_CANCELLED, "interrupted")
           : is_late(agent) ? g_error_new(FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                                          "the reply took longer than the time allowed (%.3g s)",
                                          agent->options.timeout_ms / 1000.0)
                            : NULL;
}

/* Takes `why`: from now on that is so. `look`: as fairy_course_note_limit() has it. */
static void set_limited(FairyAgent *agent, guint look, GError *why)
{
    agent->limited = why;
    if (why) {
        fairy_course_note_limit(agent->options.context.course, agent->name, agent->n_runs, look,
                                why);
    }
}

static gboolean on_limit(gpointer data)
{
    FairyAgent *agent = data;
    if (!agent->limited) {
        set_limited(agent, 0, limit_of(agent));
    }
    agent->on_progress(agent);
    return G_SOURCE_CONTINUE; /* the end of the run destroys it */
}

void fairy_agent_limit(FairyAgent *agent, const GError *why)
{
    if (agent->running && !agent->limited) {
        set_limited(agent, 0, g_error_copy(why));
        agent->on_progress(agent);
    }
}

/* In a replay it ends where it did. */
gboolean fairy_agent_has_to_end(FairyAgent *agent)
{
    const FairyCourse *course = agent->options.context.course;
    if (!agent->limited) {
        guint look = ++agent->n_looks;
        GError *why = fairy_course_limit(course, agent->name, agent->n_runs, look);
        set_limited(agent, look, why ? why : limit_of(agent));
    }
    return agent->limited != NULL;
}

GError *fairy_agent_limit_error(const FairyAgent *agent)
{
    return g_error_copy(agent->limited);
}

static void watch_deadline(FairyAgent *agent)
{
    gboolean runs = agent->deadline && !agent->held;
    g_source_set_ready_time(agent->limits, runs ? agent->deadline : -1);
}

void fairy_agent_hold_time(FairyAgent *agent, gboolean hold)
{
    gint64 now = g_get_monotonic_time();
    if (!agent->options.patient || !agent->deadline || hold == (agent->held != 0)) {
        return;
    }
    agent->deadline += hold ? 0 : now - agent->held;
    agent->held = hold ? now : 0;
    watch_deadline(agent);
}

void fairy_agent_watch_limits(FairyAgent *agent)
{
    static GSourceFuncs funcs = {.prepare = prepare, .check = check, .dispatch = dispatch};
    const FairyAgentOptions *options = &agent->options;
    agent->limits = g_source_new(&funcs, sizeof(LimitSource));
    LimitSource *self = (LimitSource *)agent->limits;
    self->interrupted = options->interrupted;
    self->wakes = options->interrupt_fd > 0
                      ? g_source_add_unix_fd(agent->limits, options->interrupt_fd, G_IO_IN)
                      : NULL;
    agent->interrupted = FALSE;
    agent->n_runs++;
    agent->n_looks = 0;
    g_clear_error(&agent->limited);
    agent->deadline =
        options->timeout_ms ? g_get_monotonic_time() + (gint64)options->timeout_ms * 1000 : 0;
    agent->held = 0;
    watch_deadline(agent);
    g_source_set_priority(agent->limits, G_PRIORITY_HIGH);
    g_source_set_callback(agent->limits, on_limit, agent, NULL);
    g_source_attach(agent->limits, agent->context);
}
