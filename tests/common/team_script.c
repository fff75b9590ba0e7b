/* Random plans and random work, as far as sensible that most of it is carried out. */
#include "common/team_script.h"

#include "common/random_replies.h"

#include <math.h>
#include <string.h>

#define COLUMNS 4
#define ROWS    3

static guint below(TestTeamScript *script, guint n)
{
    return n ? (guint)g_rand_int_range(script->rand, 0, (gint32)n) : 0;
}

static gboolean once_in(TestTeamScript *script, guint n)
{
    return n && below(script, n) == 0;
}

/* Puts the value in place of the name, "$" with a letter. */
static void fill(GString *text, const char *name, const char *value)
{
    g_string_replace(text, name, value, 0);
}

static void fill_number(GString *text, const char *name, double number)
{
    g_autofree char *value = g_strdup_printf("%d", (int)lround(CLAMP(number, -1e6, 1e6)));
    fill(text, name, value);
}

static void add(GString *reply, const char *action)
{
    g_string_append_printf(reply, "%s%s", reply->len ? "," : "", action);
}

/* --- where ------------------------------------------------------------------------------------ */

static SvgBox to_model(const FairyRequest *request, SvgBox box)
{
    double step = request->step > 0 ? request->step : 1;
    return (SvgBox){(box.x - request->origin.x) / step, (box.y - request->origin.y) / step,
                    box.w / step, box.h / step};
}

/* Columns, quarters, or anything. */
static SvgBox any_area(TestTeamScript *script, const FairyRequest *request)
{
    SvgBox page = to_model(request, svg_document_page(request->doc));
    guint n = 2 + below(script, 3), i = below(script, n);
    switch (below(script, 4)) {
    case 0:
        return (SvgBox){page.x + page.w * i / n, page.y, page.w / n, page.h};
    case 1:
        return (SvgBox){page.x, page.y + page.h * i / n, page.w, page.h / n};
    case 2:
        return (SvgBox){page.x + page.w / 2 * below(script, 2),
                        page.y + page.h / 2 * below(script, 2), page.w / 2, page.h / 2};
    default:
        return (SvgBox){page.x + page.w * g_rand_double_range(script->rand, -0.1, 0.7),
                        page.y + page.h * g_rand_double_range(script->rand, -0.1, 0.7),
                        page.w * g_rand_double_range(script->rand, 0.1, 0.6),
                        page.h * g_rand_double_range(script->rand, 0.1, 0.6)};
    }
}

/* --- leading ---------------------------------------------------------------------------------- */

static const char begin[] = "{\"_type\":\"start-project\",\"projectName\":\"Boxes\","
                            "\"projectDescription\":\"d\",\"projectColor\":\"$C\","
                            "\"projectPlan\":\"p\"}";
static const char plan[] = "{\"_type\":\"create-project-task\",\"taskId\":\"$T\",\"title\":\"T\","
                           "\"text\":\"Do it.\",\"assignedTo\":\"$F\",\"x\":$X,\"y\":$Y,\"w\":$W,"
                           "\"h\":$H$A}";
static const char direct[] = "{\"_type\":\"direct-to-start-project-task\","
                             "\"otherFairyId\":\"$F\",\"taskId\":\"$T\"}";
static const char await[] = "{\"_type\":\"await-tasks-completion\",\"taskIds\":[\"$T\"],"
                            "\"until\":\"$U\"}";
static const char *const asides[] = {
    "{\"_type\":\"message\",\"text\":\"Soon.\"}",
    "{\"_type\":\"think\",\"text\":\"hm\"}",
    "{\"_type\":\"delete-project-task\",\"taskId\":\"$T\",\"reason\":\"r\"}",
    "{\"_type\":\"update-project-task\",\"taskId\":\"$T\",\"after\":[\"$S\"]}",
    "{\"_type\":\"start-task\",\"taskId\":\"$T\"}",
    "{\"_type\":\"end-project\"}",
    "{\"_type\":\"abort-project\",\"reason\":\"r\"}",
    "{\"_type\":\"set-view\",\"x\":0,\"y\":0,\"w\":100,\"h\":100}",
    "{\"_type\":\"move\",\"shapeId\":\"box-0\",\"x\":5,\"y\":5}",
};

static char *any_fairy(TestTeamScript *script)
{
    guint n = 1 + below(script, script->n_fairies + (once_in(script, 12) ? 1 : 0));
    return n == 1 ? g_strdup("fairy") : g_strdup_printf("fairy-%u", n);
}

static char *any_other(TestTeamScript *script)
{
    return g_strdup_printf("fairy-%u", 2 + below(script, script->n_fairies - 1));
}

static char *any_task(TestTeamScript *script)
{
    return g_strdup_printf("t%u", below(script, script->n_tasks + 1));
}

static void add_order(TestTeamScript *script, GString *reply, const char *form, const char *task)
{
    g_autoptr(GString) text = g_string_new(form);
    g_autofree char *fairy = once_in(script, 8) ? any_fairy(script) : any_other(script);
    g_autofree char *some = task ? g_strdup(task) : any_task(script), *other = any_task(script);
    fill(text, "$F", fairy);
    fill(text, "$T", some);
    fill(text, "$S", other);
    fill(text, "$U", fairy_wait_until_names[below(script, FAIRY_WAIT_ALL + 1)]);
    fill(text, "$C", fairy_project_colors[below(script, 4)]);
    add(reply, text->str);
}

static void add_plan(TestTeamScript *script, const FairyRequest *request, GString *reply)
{
    g_autoptr(GString) text = g_string_new(plan);
    SvgBox area = any_area(script, request);
    g_autofree char *id = g_strdup_printf("t%u", script->n_tasks++), *other = any_task(script);
    g_autofree char *after =
        once_in(script, 4) ? g_strdup_printf(",\"after\":[\"%s\"]", other) : g_strdup("");
    fill(text, "$A", after);
    fill_number(text, "$X", area.x);
    fill_number(text, "$Y", area.y);
    fill_number(text, "$W", area.w);
    fill_number(text, "$H", area.h);
    add_order(script, reply, text->str, id);
    if (below(script, 3)) {
        add_order(script, reply, direct, id);
    }
    if (below(script, 3)) {
        add_order(script, reply, await, id);
    }
}

static void add_plans(TestTeamScript *script, const FairyRequest *request, GString *reply)
{
    add_order(script, reply, begin, NULL);
    for (guint n = 1 + below(script, 6); n > 0; n--) {
        add_plan(script, request, reply);
    }
}

static void see_to_task(TestTeamScript *script, const FairyTask *task, GString *reply)
{
    if (task->state == FAIRY_TASK_READY && below(script, 6)) {
        add_order(script, reply, direct, task->id);
    }
    if (!fairy_task_has_ended(task) && below(script, 6)) {
        add_order(script, reply, await, task->id);
    }
}

static void lead_on(TestTeamScript *script, const FairyRequest *request, GString *reply)
{
    const GPtrArray *tasks = fairy_projects_tasks(request->projects);
    for (guint i = 0; i < tasks->len; i++) {
        see_to_task(script, tasks->pdata[i], reply);
    }
    if (once_in(script, 5)) {
        add_plan(script, request, reply);
    }
    if (once_in(script, 3)) {
        add_order(script, reply, asides[below(script, G_N_ELEMENTS(asides))], NULL);
    }
    if (reply->len == 0 || once_in(script, 6)) {
        add(reply, "{\"_type\":\"end-project\"}");
    }
}

/* --- working ---------------------------------------------------------------------------------- */

static const char *const work[] = {
    "{\"_type\":\"move\",\"shapeId\":\"$I\",\"x\":$X,\"y\":$Y}",
    "{\"_type\":\"offset\",\"shapeIds\":[\"$I\"],\"offsetX\":$D,\"offsetY\":3}",
    "{\"_type\":\"offset\",\"shapeIds\":[\"$I\",\"$J\"],\"offsetX\":-4,\"offsetY\":$D}",
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"$N\",\"x\":$X,"
    "\"y\":$Y,\"w\":40,\"h\":24,\"text\":\"New\"}}",
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"text\",\"shapeId\":\"$N\",\"x\":$X,\"y\":$Y,"
    "\"text\":\"words\"}}",
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"cloud\",\"shapeId\":\"$N\",\"x\":$X,\"y\":$Y,"
    "\"w\":60,\"h\":40}}",
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"arrow\",\"shapeId\":\"$N\",\"fromId\":\"$I\","
    "\"toId\":\"$J\",\"x1\":$X,\"y1\":$Y,\"x2\":$V,\"y2\":$Z}}",
    "{\"_type\":\"connect\",\"fromId\":\"$I\",\"toId\":\"$J\",\"text\":\"goes\"}",
    "{\"_type\":\"delete\",\"shapeId\":\"$I\"}",
    "{\"_type\":\"clear\",\"x\":$X,\"y\":$Y,\"w\":150,\"h\":120}",
    "{\"_type\":\"align\",\"shapeIds\":[\"$I\",\"$J\"],\"alignment\":\"left\"}",
    "{\"_type\":\"align\",\"shapeIds\":[\"$I\",\"$J\",\"$K\"],\"alignment\":\"top\"}",
    "{\"_type\":\"stack\",\"shapeIds\":[\"$I\",\"$J\"],\"direction\":\"vertical\",\"gap\":9}",
    "{\"_type\":\"distribute\",\"shapeIds\":[\"$I\",\"$J\",\"$K\"],\"direction\":\"horizontal\"}",
    "{\"_type\":\"place\",\"shapeId\":\"$I\",\"referenceShapeId\":\"$J\",\"side\":\"right\","
    "\"align\":\"center\",\"sideOffset\":9,\"alignOffset\":0}",
    "{\"_type\":\"resize\",\"shapeIds\":[\"$I\"],\"scaleX\":1.1,\"scaleY\":0.9,\"originX\":$X,"
    "\"originY\":$Y}",
    "{\"_type\":\"rotate\",\"shapeIds\":[\"$I\"],\"degrees\":20,\"originX\":$X,\"originY\":$Y}",
    "{\"_type\":\"label\",\"shapeId\":\"$I\",\"text\":\"Named\"}",
    "{\"_type\":\"update\",\"update\":{\"shapeId\":\"$I\",\"color\":\"red\",\"fill\":\"tint\"}}",
    "{\"_type\":\"bring-to-front\",\"shapeIds\":[\"$I\"]}",
    "{\"_type\":\"send-to-back\",\"shapeIds\":[\"$I\",\"$J\"]}",
    "{\"_type\":\"group\",\"shapeIds\":[\"$I\",\"$J\"],\"shapeId\":\"$N\"}",
    "{\"_type\":\"ungroup\",\"shapeId\":\"$I\"}",
    "{\"_type\":\"set-style\",\"shapeIds\":[\"$I\"],\"stroke\":\"blue\",\"strokeWidth\":3}",
    "{\"_type\":\"pen\",\"shapeId\":\"$N\",\"color\":\"blue\",\"style\":\"smooth\",\"points\":"
    "[{\"x\":$X,\"y\":$Y},{\"x\":$V,\"y\":$Z}]}",
    "{\"_type\":\"to-layer\",\"shapeIds\":[\"$I\"],\"layer\":\"Notes\"}",
};
static const char *const idle[] = {
    "{\"_type\":\"look-closer\",\"shapeIds\":[\"$I\"]}",
    "{\"_type\":\"review\",\"x\":$X,\"y\":$Y,\"w\":100,\"h\":100}",
    "{\"_type\":\"think\",\"text\":\"hm\"}",
    "{\"_type\":\"message\",\"text\":\"at it\"}",
    "{\"_type\":\"nonsense\"}",
};

/* Mostly one that lies in the area. */
static const char *any_shape(TestTeamScript *script, const GPtrArray *shapes, SvgBox area)
{
    const SvgShape *shape = NULL;
    gboolean anywhere = once_in(script, 5);
    for (guint i = 0; i < 12 && shapes->len; i++) {
        shape = shapes->pdata[below(script, shapes->len)];
        if (anywhere || svg_box_contains(area, shape->box)) {
            break;
        }
    }
    return shape ? shape->id : "nothing";
}

static SvgPoint any_point(TestTeamScript *script, SvgBox box)
{
    double by = once_in(script, 6) ? 0.6 : 0;
    return (SvgPoint){box.x + box.w * g_rand_double_range(script->rand, -by, 0.9 + by),
                      box.y + box.h * g_rand_double_range(script->rand, -by, 0.9 + by)};
}

static void add_work(TestTeamScript *script, const FairyRequest *request, const GPtrArray *shapes,
                     SvgBox area, GString *reply)
{
    gboolean lazy = once_in(script, 6);
    g_autoptr(GString) text = g_string_new(lazy ? idle[below(script, G_N_ELEMENTS(idle))]
                                                : work[below(script, G_N_ELEMENTS(work))]);
    SvgBox seen = to_model(request, area);
    SvgPoint p = any_point(script, seen), q = any_point(script, seen);
    g_autofree char *new_id = g_strdup_printf("n%u", script->n_shapes++ % 40);
    fill_number(text, "$X", p.x);
    fill_number(text, "$Y", p.y);
    fill_number(text, "$V", q.x);
    fill_number(text, "$Z", q.y);
    fill_number(text, "$D", (double)below(script, 40) - 20);
    fill(text, "$I", any_shape(script, shapes, area));
    fill(text, "$J", any_shape(script, shapes, area));
    fill(text, "$K", any_shape(script, shapes, area));
    fill(text, "$N", new_id);
    add(reply, text->str);
}

static void work_at(TestTeamScript *script, const FairyRequest *request, SvgBox area,
                    GString *reply)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(request->doc);
    for (guint n = below(script, 6); n > 0; n--) {
        add_work(script, request, shapes, area, reply);
    }
    if (below(script, 2)) {
        add(reply, "{\"_type\":\"mark-task-done\"}");
    }
}

/* --- an answer -------------------------------------------------------------------------------- */

static const FairyApiErrorKind faults[] = {
    FAIRY_API_ERROR_KEY,       FAIRY_API_ERROR_OVERLOADED, FAIRY_API_ERROR_SERVER,
    FAIRY_API_ERROR_TRUNCATED, FAIRY_API_ERROR_STALLED,    FAIRY_API_ERROR_LENGTH,
    FAIRY_API_ERROR_EMPTY,     FAIRY_API_ERROR_RATE_LIMIT, FAIRY_API_ERROR_REFUSED,
    FAIRY_API_ERROR_QUOTA,
};

static const char *const garbage[] = {"",     "I'd rather not.",  "{\"actions\":[{\"_type\":\"mo",
                                      "[[[[", "<html>502</html>", "{\"actions\":{}}"};

static void spoil(TestTeamScript *script, TestAnswer *answer)
{
    if (once_in(script, 3)) {
        g_free(answer->text);
        answer->text = g_strdup(garbage[below(script, G_N_ELEMENTS(garbage))]);
        return;
    }
    gsize len = below(script, 2) ? 0 : below(script, (guint)strlen(answer->text) + 1);
    char *cut = g_strndup(answer->text, len), *valid = g_utf8_make_valid(cut, -1);
    g_free(cut);
    g_free(answer->text);
    answer->text = valid;
    answer->fault = faults[below(script, G_N_ELEMENTS(faults))];
}

/* Every action there is, with values that nobody would send. */
static char *wild(TestTeamScript *script, const FairyRequest *request)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(request->doc), ids = g_ptr_array_new();
    for (guint i = 0; i < shapes->len; i++) {
        g_ptr_array_add(ids, ((SvgShape *)shapes->pdata[i])->id);
    }
    g_ptr_array_add(ids, (gpointer) "t0");
    TestReplies replies = {.rand = script->rand, .ids = ids, .hostile = 6};
    return test_random_reply(&replies, 1 + below(script, 4), NULL);
}

static char *sensible(TestTeamScript *script, const FairyRequest *request)
{
    const FairyTask *task = fairy_projects_task_of(request->projects, request->fairy);
    const FairyProject *project = fairy_projects_of(request->projects, request->fairy);
    g_autoptr(GString) reply = g_string_new(NULL);
    if (task) {
        work_at(script, request, task->box, reply);
    } else if (project && project->state == FAIRY_PROJECT_NEW) {
        add_plans(script, request, reply);
    } else if (project) {
        lead_on(script, request, reply);
    } else {
        work_at(script, request, svg_document_page(request->doc), reply);
    }
    return g_strdup_printf("{\"actions\":[%s]}", reply->str);
}

TestAnswer test_team_answer(const FairyRequest *request, gpointer data)
{
    TestTeamScript *script = data;
    TestAnswer answer = {.piece = 1 + below(script, 200), .latency = below(script, 12)};
    answer.text = once_in(script, 25) ? wild(script, request) : sensible(script, request);
    if (once_in(script, script->trouble)) {
        spoil(script, &answer);
    }
    return answer;
}

/* --- a drawing -------------------------------------------------------------------------------- */

static void add_box(GString *svg, GRand *rand, guint i)
{
    static const char *const around[] = {"", " transform='translate(3,2)'",
                                         " transform='rotate(8)'", " transform='scale(1.04,0.96)'"};
    guint x = 20 + i % COLUMNS * 190, y = 20 + i / COLUMNS * 190;
    gint32 way = g_rand_int_range(rand, 0, 8);
    const char *lock = g_rand_int_range(rand, 0, 7) ? "" : " sodipodi:insensitive='true'";
    const char *transform = way < 4 ? around[way] : "";
    g_string_append_printf(svg, "<g id='group-%u'%s%s>\n", i, transform, way < 4 ? lock : "");
    g_string_append_printf(svg,
                           "<rect id='box-%u' x='%u' y='%u' width='110' height='60' fill='#eef' "
                           "stroke='black'%s/>\n<text id='word-%u' x='%u' y='%u' font-size='14' "
                           "text-anchor='middle'>Box %u</text>\n",
                           i, x, y, way >= 4 ? lock : "", i, x + 55, y + 35, i);
    g_string_append_printf(svg, "<circle id='dot-%u' cx='%u' cy='%u' r='9' fill='teal'/>\n", i,
                           x + 30, y + 100);
    g_string_append(svg, "</g>\n");
}

static void add_arrow(GString *svg, guint i)
{
    guint x = 20 + i % COLUMNS * 190, y = 50 + i / COLUMNS * 190;
    g_string_append_printf(svg,
                           "<path id='arrow-%u' d='M %u,%u H %u' fill='none' stroke='black' "
                           "marker-end='url(#tip)' inkscape:connection-start='#box-%u' "
                           "inkscape:connection-end='#box-%u'/>\n",
                           i, x + 110, y, x + 190, i, i + 1);
}

char *test_team_drawing(GRand *rand)
{
    GString *svg = g_string_new(
        "<svg xmlns='http://www.w3.org/2000/svg' "
        "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' "
        "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' id='root' "
        "width='800' height='600' viewBox='0 0 800 600'>\n<defs id='defs'><marker id='tip' "
        "orient='auto' refX='8' refY='4' markerWidth='8' markerHeight='8'>"
        "<path d='M0,0 L8,4 L0,8 Z'/></marker></defs>\n");
    for (guint i = 0; i < COLUMNS * ROWS; i++) {
        add_box(svg, rand, i);
    }
    for (guint i = 0; i < COLUMNS * ROWS; i++) {
        if (i % COLUMNS != COLUMNS - 1 && g_rand_int_range(rand, 0, 3)) {
            add_arrow(svg, i);
        }
    }
    g_string_append(svg, "</svg>\n");
    return g_string_free(svg, FALSE);
}
