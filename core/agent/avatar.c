/* The figure of a fairy: who it is, where it stands and how. Nothing of it reaches the drawing. */
#include "agent/agent_priv.h"

#include <fairy/recording.h>

#include <math.h>

#define POOF_MS    400
#define SOAR_MS    400
#define APART      0.12 /* of the view's longer side: how far from another fairy it appears */
#define MOST_TRIES 100
#define MOST_IDS   32 /* of an action, that it stands in the middle of */

/* --- telling ---------------------------------------------------------------------------------- */

void fairy_agent_pose(FairyAgent *agent, FairyPose pose)
{
    if (pose != FAIRY_POSE_KEEP && pose != agent->pose) {
        agent->pose = pose;
        fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_POSE, .pose = pose});
    }
}

static void gesture(FairyAgent *agent, FairyPose pose, guint ms)
{
    fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_GESTURE, .pose = pose, .ms = ms});
}

static void go(FairyAgent *agent, SvgPoint at)
{
    if (at.x != agent->at.x || at.y != agent->at.y) {
        agent->at = at;
        fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_MOVE, .at = at});
    }
}

static void introduce(FairyAgent *agent)
{
    if (!agent->known) {
        agent->known = TRUE;
        fairy_agent_emit(agent,
                         (FairyEvent){.kind = FAIRY_EVENT_FAIRY, .character = &agent->character});
    }
}

/* --- its place -------------------------------------------------------------------------------- */

static SvgPoint middle_of(SvgBox box)
{
    return (SvgPoint){box.x + box.w / 2, box.y + box.h / 2};
}

static gboolean is_free(const FairyAgent *agent, SvgPoint at, double apart)
{
    const GPtrArray *company = agent->options.company;
    for (guint i = 0; company && i < company->len; i++) {
        const FairyAgent *other = company->pdata[i];
        if (other != agent && other->known &&
            hypot(other->at.x - at.x, other->at.y - at.y) < apart) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Near the middle of what it looks at: to its right, its left, farther to its right, … */
static SvgPoint free_place(const FairyAgent *agent)
{
    SvgPoint middle = middle_of(agent->view), at = middle;
    double apart = APART * MAX(agent->view.w, agent->view.h);
    for (guint i = 1; i < MOST_TRIES && !is_free(agent, at, apart); i++) {
        guint steps = (i + 1) / 2;
        at.x = middle.x + apart * (i % 2 ? 1 : -1) * steps;
    }
    return at;
}

void fairy_agent_appear(FairyAgent *agent)
{
    guint64 token = agent->token;
    SvgPoint at = free_place(agent);
    introduce(agent);
    agent->at = at;
    fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_MOVE, .at = at});
    if (token == agent->token) {
        gesture(agent, FAIRY_POSE_POOF, POOF_MS);
    }
}

void fairy_agent_look_at(FairyAgent *agent, SvgBox view)
{
    guint64 token = agent->token;
    SvgBox old = agent->view;
    if (svg_box_is_empty(view)) {
        return;
    }
    agent->view = view;
    if (view.x == old.x && view.y == old.y && view.w == old.w && view.h == old.h) {
        return;
    }
    gesture(agent, FAIRY_POSE_SOARING, SOAR_MS);
    if (token == agent->token) {
        go(agent, middle_of(view));
    }
}

void fairy_agent_work_at(FairyAgent *agent, char *const *ids)
{
    SvgBox all = SVG_BOX_EMPTY, box;
    for (guint i = 0; ids[i] && i < MOST_IDS; i++) {
        if (svg_document_bounds(agent->doc, ids[i], &box, NULL)) {
            all = svg_box_union(all, box);
        }
    }
    if (!svg_box_is_empty(all)) {
        go(agent, middle_of(all));
    }
}

/* --- who it is -------------------------------------------------------------------------------- */

/* What is recorded, or was, has it. */
static guint64 seed_of(const FairyAgent *agent)
{
    const FairyCapabilities *capabilities = fairy_model_capabilities(agent->model);
    const FairyRecording *recording = agent->options.context.recording;
    return capabilities->recorded ? capabilities->seed
           : recording            ? fairy_recording_seed(recording)
                                  : agent->options.seed;
}

void fairy_agent_assign_character(FairyAgent *agent)
{
    GPtrArray *company = agent->options.company;
    g_autoptr(GPtrArray) taken = g_ptr_array_new();
    for (guint i = 0; company && i < company->len; i++) {
        const FairyAgent *other = company->pdata[i];
        g_ptr_array_add(taken, (gpointer)other->character.name);
    }
    g_ptr_array_add(taken, NULL);
    agent->character = fairy_roster_character(agent->options.roster, seed_of(agent), agent->name,
                                              (const char *const *)taken->pdata);
    /* Whoever is kept by name now: in a replay they are called as they were. */
    const char *called = fairy_course_called(agent->options.context.course, agent->name);
    called = called ? called : agent->options.called;
    if (called) {
        agent->called = g_strdup(called);
        agent->character.name = agent->called;
    }
    if (company) {
        g_ptr_array_add(company, agent);
    }
}

const FairyCharacter *fairy_agent_character(const FairyAgent *agent)
{
    return &agent->character;
}

gboolean fairy_agent_has_appeared(const FairyAgent *agent)
{
    return agent->known;
}

SvgPoint fairy_agent_place(const FairyAgent *agent)
{
    return agent->at;
}

SvgBox fairy_agent_view(const FairyAgent *agent)
{
    return agent->view;
}
