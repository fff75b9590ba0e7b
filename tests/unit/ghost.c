/* The geometry of a shape that is being written: what is told of it is so in the end. */
#include "agent/ghost.h"

#include <fairy/coords.h>
#include <fairy/executor.h>
#include <fairy/limits.h>
#include <fairy/reader.h>

#include <string.h>

static FairyCoords *coords; /* two document units each, from (100,50) */

/* "N": none; "P x,y"; "B x,y,w,h"; "L x,y x,y …". */
static char *text_of(const FairyGhost *ghost)
{
    GString *out = g_string_new(ghost->kind == FAIRY_GHOST_NONE ? "N" : "");
    if (ghost->kind == FAIRY_GHOST_POINT) {
        g_string_append_printf(out, "P %g,%g", ghost->box.x, ghost->box.y);
    } else if (ghost->kind == FAIRY_GHOST_BOX) {
        g_string_append_printf(out, "B %g,%g,%g,%g", ghost->box.x, ghost->box.y, ghost->box.w,
                               ghost->box.h);
    } else if (ghost->kind == FAIRY_GHOST_PATH) {
        g_string_append_c(out, 'L');
    }
    for (guint i = 0; ghost->points && i < ghost->points->len; i++) {
        SvgPoint point = g_array_index(ghost->points, SvgPoint, i);
        g_string_append_printf(out, " %g,%g", point.x, point.y);
    }
    return g_string_free(out, FALSE);
}

static void on_action(guint index, cJSON *action, gpointer data)
{
    (void)index, (void)data;
    cJSON_Delete(action);
}

/* Each ghost that another follows, as the reply comes byte by byte. */
static char *ghosts_of(const char *type, const char *reply)
{
    static const FairyReaderFuncs funcs = {.action = on_action};
    g_autoptr(FairyReader) reader = fairy_reader_new(&funcs, NULL);
    g_autofree char *last = g_strdup("N");
    GString *out = g_string_new("N");
    for (const char *p = reply; *p; p++) {
        g_auto(FairyGhost) ghost = {.kind = FAIRY_GHOST_NONE};
        g_assert_true(fairy_reader_feed(reader, p, 1, NULL));
        const cJSON *args = fairy_reader_partial(reader, NULL);
        if (!args) {
            continue;
        }
        fairy_ghost_read(fairy_action_find(type), args, coords, &ghost);
        g_autofree char *now = text_of(&ghost);
        if (strcmp(now, last) != 0) {
            g_string_append_printf(out, " | %s", now);
            g_free(last);
            last = g_steal_pointer(&now);
        }
    }
    return g_string_free(out, FALSE);
}

#define CREATE(members) "{\"actions\":[{\"_type\":\"create\",\"shape\":{" members "}}]}"

static void test_certain(void)
{
    static const struct {
        const char *type, *reply, *ghosts;
    } cases[] = {
        {"create", CREATE("\"_type\":\"rectangle\",\"x\":120,\"y\":-30,\"w\":12.5,\"h\":40"),
         "N | P 340,-10 | B 340,-10,25,80"},
        {"create", CREATE("\"_type\":\"text\",\"x\":1,\"y\":2,\"text\":\"a\""), "N | P 102,54"},
        {"create", CREATE("\"x\":1,\"y\":\"2\",\"w\":3,\"h\":4"), "N"},
        {"create", CREATE("\"x\":1,\"y\":2,\"w\":0,\"h\":4"), "N | P 102,54"},
        {"create", CREATE("\"_type\":\"arrow\",\"x1\":0,\"y1\":10,\"x2\":200,\"y2\":10"),
         "N | L 100,70 | L 100,70 500,70"},
        {"pen",
         "{\"actions\":[{\"_type\":\"pen\",\"points\":[{\"x\":10,\"y\":20},{\"x\":30,\"y\":40}]}]}",
         "N | L 120,90 | L 120,90 160,130"},
        {"move", "{\"actions\":[{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":10,\"y\":20}]}", "N"},
        {"message", "{\"actions\":[{\"_type\":\"message\",\"text\":\"x\",\"x\":1,\"y\":2}]}", "N"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *ghosts = ghosts_of(cases[i].type, cases[i].reply);
        g_assert_cmpstr(ghosts, ==, cases[i].ghosts);
    }
}

/* A long path is thinned, and ends where it ends. */
static void test_long(void)
{
    g_autoptr(GString) json = g_string_new("{\"points\":[");
    for (guint i = 0; i < 5000; i++) {
        g_string_append_printf(json, "%s{\"x\":%u,\"y\":0}", i ? "," : "", i);
    }
    g_string_append(json, "]}");
    cJSON *args = cJSON_Parse(json->str);
    g_auto(FairyGhost) ghost = {.kind = FAIRY_GHOST_NONE};
    fairy_ghost_read(fairy_action_find("pen"), args, coords, &ghost);
    g_assert_cmpuint(ghost.points->len, <=, FAIRY_MAX_GHOST_POINTS);
    g_assert_cmpuint(ghost.points->len, >, FAIRY_MAX_GHOST_POINTS / 2);
    g_assert_cmpfloat(g_array_index(ghost.points, SvgPoint, 0).x, ==, 100);
    g_assert_cmpfloat(g_array_index(ghost.points, SvgPoint, ghost.points->len - 1).x, ==, 10098);
    g_assert_true(fairy_ghost_equal(&ghost, &ghost));
    cJSON_Delete(args);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    coords = fairy_coords_new((SvgPoint){100, 50}, 2);
    g_test_add_func("/ghost/certain", test_certain);
    g_test_add_func("/ghost/long", test_long);
    int failed = g_test_run();
    fairy_coords_free(coords);
    return failed;
}
