/* What a request's prompt is written of. */
#include "agent/agent_priv.h"

#include <fairy/compose.h>
#include <fairy/fence.h>
#include <fairy/limits.h>

/* --- what it looks closer at ------------------------------------------------------------------ */

/* With the first look of an answer what was looked at before the last one isn't told any more. */
static void begin_look(FairyAgent *agent)
{
    if (agent->looked_in != agent->n_requests) {
        agent->looked_in = agent->n_requests;
        g_ptr_array_set_size(agent->closer, (gint)MIN(agent->closer->len, agent->n_looked));
        agent->n_looked = 0;
    }
}

/* The latest first: where there are too many the oldest aren't told. */
void fairy_agent_look_closer(FairyAgent *agent, char *const *ids)
{
    GPtrArray *closer = agent->closer;
    begin_look(agent);
    for (guint i = 0, at = 0; ids[i]; i++) {
        guint place;
        gboolean found = g_ptr_array_find_with_equal_func(closer, ids[i], g_str_equal, &place);
        if (!found || place >= at) {
            agent->n_looked += !found || place >= agent->n_looked;
            g_ptr_array_insert(closer, (gint)at++,
                               found ? g_ptr_array_steal_index(closer, place) : g_strdup(ids[i]));
        }
    }
    g_ptr_array_set_size(closer, (gint)MIN(closer->len, FAIRY_MAX_CLOSER));
}

/* Ids, ended by NULL; the array is the caller's. */
static const char **closer_of(const FairyAgent *agent)
{
    const char **ids = g_new0(const char *, agent->closer->len + 1);
    for (guint i = 0; i < agent->closer->len; i++) {
        ids[i] = agent->closer->pdata[i];
    }
    return ids;
}

/* --- what it looks at ------------------------------------------------------------------------- */

/* One that lies in another shows nothing more. */
static void add_area(GArray *areas, SvgBox area)
{
    for (guint i = areas->len; i-- > 0;) {
        SvgBox other = g_array_index(areas, SvgBox, i);
        if (svg_box_contains(other, area)) {
            return;
        }
        if (svg_box_contains(area, other)) {
            g_array_remove_index(areas, i);
        }
    }
    g_array_append_val(areas, area);
}

guint fairy_agent_read_areas(const FairyAgent *agent, GArray *areas)
{
    const GPtrArray *asked = fairy_executor_follow_ups(agent->executor);
    for (guint i = 0; i < asked->len; i++) {
        const FairyFollowUp *one = asked->pdata[i];
        if (one->kind == FAIRY_FOLLOW_VIEW) {
            g_array_set_size(areas, 0); /* as fairy_executor_view() has it */
        }
        if (!svg_box_is_empty(one->bounds)) {
            add_area(areas, fairy_agent_bound_view(agent, one->bounds));
        }
    }
    return areas->len;
}

void fairy_agent_look_at_areas(FairyAgent *agent)
{
    g_array_set_size(agent->areas, 0);
    guint n = fairy_agent_read_areas(agent, agent->areas);
    if (n < 2 || n > FAIRY_MAX_PICTURES) {
        g_array_set_size(agent->areas, 0);
    }
}

static const SvgBox *areas_of(const FairyAgent *agent)
{
    return (const SvgBox *)(gpointer)agent->areas->data;
}

/* --- others ----------------------------------------------------------------------------------- */

static FairyPeer other_of(const FairyAgent *other)
{
    const FairyTask *task = fairy_projects_task_of(other->projects, other->name);
    return (FairyPeer){.id = other->name,
                       .name = other->character.name,
                       .mode = other->mode,
                       .box = task                              ? task->box
                              : fairy_mode(other->mode)->active ? other->view
                                                                : SVG_BOX_EMPTY,
                       .at = task ? task->title : NULL};
}

/* FairyPeer; the caller's. */
static GArray *others_of(const FairyAgent *agent)
{
    const GPtrArray *company = agent->options.company;
    GArray *others = g_array_new(FALSE, FALSE, sizeof(FairyPeer));
    for (guint i = 0; company && i < company->len; i++) {
        const FairyAgent *other = company->pdata[i];
        if (other != agent) {
            FairyPeer told = other_of(other);
            g_array_append_val(others, told);
        }
    }
    return others;
}

/* --- the prompt ------------------------------------------------------------------------------- */

/* As it was, where it answers as it did. One that isn't sent in the end is as long as it was, too:
 * what it would have cost is counted. */
static GDateTime *time_of(const FairyCourse *course, const FairyCapabilities *capabilities)
{
    if (capabilities->time) {
        return g_date_time_ref(capabilities->time);
    }
    gint64 seconds = fairy_course_now(course) / G_USEC_PER_SEC;
    return capabilities->recorded && !course ? NULL : g_date_time_new_from_unix_local(seconds);
}

static char *mark_of(const FairyCourse *course, const FairyCapabilities *capabilities)
{
    const char *mark = fairy_course_mark(course);
    mark = mark ? mark : capabilities->mark;
    return mark ? g_strdup(mark) : capabilities->recorded && !course ? NULL : fairy_fence_mark();
}

/* Of a model that is sent no pictures, as if it read none: then nothing is said of one. */
static FairyCapabilities capabilities_of(const FairyAgent *agent)
{
    FairyCapabilities capabilities = *fairy_model_capabilities(agent->model);
    capabilities.images = capabilities.images && !agent->options.no_picture;
    return capabilities;
}

static FairyPrompt *compose(FairyAgent *agent, const FairyPicture *picture, GError **error)
{
    const FairyAgentOptions *given = &agent->options;
    const FairyCapabilities capabilities = capabilities_of(agent);
    g_autoptr(GArray) others = others_of(agent);
    g_autofree const char **closer = closer_of(agent);
    FairyComposeOptions options = {.mode = agent->mode,
                                   .actions = given->actions,
                                   .doc = agent->doc,
                                   .coords = agent->coords,
                                   .capabilities = &capabilities,
                                   .view = agent->view,
                                   .areas = areas_of(agent),
                                   .n_areas = agent->areas->len,
                                   .user_view = given->view,
                                   .selection = given->selection,
                                   .context = given->pointed,
                                   .n_context = given->n_pointed,
                                   .closer = closer,
                                   .author = agent->name,
                                   .seen = agent->seen,
                                   .fairy = agent->name,
                                   .character = &agent->character,
                                   .standing = fairy_roster_words(given->roster, agent->name),
                                   .others = (const FairyPeer *)(gpointer)others->data,
                                   .n_others = others->len,
                                   .projects = agent->projects,
                                   .todos = agent->todos,
                                   .time = agent->request.time,
                                   .mark = agent->mark,
                                   .history = fairy_memory_messages(agent->memory),
                                   .data = fairy_memory_request_data(agent->memory),
                                   .words = fairy_memory_request_text(agent->memory),
                                   .picture = picture};
    return fairy_prompt_compose(&options, error);
}

/* `picture` may be NULL. */
static void write_prompt(FairyAgent *agent, const FairyPicture *picture, GError **error)
{
    const FairyCapabilities *capabilities = fairy_model_capabilities(agent->model);
    const FairyCourse *course = agent->options.context.course;
    g_clear_pointer(&agent->request.time, g_date_time_unref);
    agent->request.time = time_of(course, capabilities);
    g_free(agent->mark);
    agent->mark = mark_of(course, capabilities);
    agent->shown = svg_document_version(agent->doc);
    agent->prompt = compose(agent, picture, error);
    svg_edit_reread(agent->doc); /* its words on a shape are those that the list gives it */
    if (picture && picture->why && agent->n_requests == 0) {
        fairy_agent_warn(agent, "the model is asked without a picture of the drawing: %s",
                         picture->why);
    }
}

/* The prompt is there, or `error`, which it takes, says why not. Nobody waits for one that was
 * dropped meanwhile. */
static void end_preparing(FairyAgent *agent, GError *error)
{
    FairyPreparedFunc done = g_steal_pointer(&agent->on_prepared);
    if (done) {
        done(agent, error);
    } else {
        g_clear_error(&error);
    }
}

static void prepare(FairyAgent *agent, const FairyPicture *picture)
{
    GError *error = NULL;
    write_prompt(agent, picture, &error);
    end_preparing(agent, error);
}

static gboolean on_composing(gpointer data)
{
    FairyAgent *agent = data;
    g_autoptr(FairyPicture) picture = g_steal_pointer(&agent->picture);
    g_clear_pointer(&agent->composing, g_source_unref);
    prepare(agent, picture);
    return G_SOURCE_REMOVE;
}

/* Where the order counts in which it comes, it waits for its moment. */
static void prepare_in_turn(FairyAgent *agent)
{
    FairyCourse *course = agent->options.context.course;
    if (course) {
        agent->composing =
            fairy_course_wait(course, FAIRY_MOMENT_PROMPT, agent->name, 0, on_composing, agent);
        return;
    }
    g_autoptr(FairyPicture) picture = g_steal_pointer(&agent->picture);
    prepare(agent, picture);
}

static void on_painted(FairyPicture *painted, gpointer data)
{
    FairyAgent *agent = data;
    agent->picture = painted;
    agent->painting = NULL;
    prepare_in_turn(agent);
}

/* The picture first, which takes its time: what was said and done meanwhile is told beside it. */
void fairy_agent_prepare_prompt(FairyAgent *agent, FairyPreparedFunc done)
{
    const FairyCapabilities capabilities = capabilities_of(agent);
    agent->on_prepared = done;
    if (!capabilities.prompt || agent->prompt) {
        end_preparing(agent, NULL);
        return;
    }
    const FairyComposeOptions shown = {.mode = agent->mode,
                                       .doc = agent->doc,
                                       .view = agent->view,
                                       .areas = areas_of(agent),
                                       .n_areas = agent->areas->len,
                                       .capabilities = &capabilities};
    agent->painting = fairy_painting_start(&shown, on_painted, agent);
    if (!agent->painting) {
        prepare_in_turn(agent);
    }
}

void fairy_agent_drop_prompt(FairyAgent *agent)
{
    agent->on_prepared = NULL;
    g_clear_pointer(&agent->painting, fairy_painting_free);
    g_clear_pointer(&agent->picture, fairy_picture_free);
    if (agent->composing) {
        g_source_destroy(agent->composing);
        g_clear_pointer(&agent->composing, g_source_unref);
    }
}
