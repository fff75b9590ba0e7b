/* The options on how a run is done, and by how many fairies. */
#include "option_modes.h"

#include <fairy/limits.h>

#include <string.h>

/* --- of see ----------------------------------------------------------------------------------- */

/* The names of the modes in which a model is asked, with commas between. */
static char *active_modes(void)
{
    GString *names = g_string_new(NULL);
    for (guint i = FAIRY_MODE_NONE + 1; i < FAIRY_MODE_COUNT; i++) {
        const FairyMode *mode = fairy_mode((FairyModeId)i);
        if (mode->active) {
            g_string_append_printf(names, "%s%s", names->len ? ", " : "", mode->name);
        }
    }
    return g_string_free(names, FALSE);
}

gboolean cli_read_mode(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                       GError **error)
{
    CliOptions *options = data;
    gboolean known = fairy_mode_find(text, &options->mode);
    if (known && fairy_mode(options->mode)->active) {
        return TRUE;
    }
    g_autofree char *names = active_modes();
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%s \"%s\"; a model is asked in %s",
                known ? "no model is asked in the mode" : "there is no mode", text, names);
    return FALSE;
}

/* --- of ask ----------------------------------------------------------------------------------- */

/* How a run is done, by the names that people know. */
static const struct {
    const char *name;
    FairyModeId mode;  /* that asking puts a fairy by itself into */
    guint least, most; /* fairies */
    guint fairies;     /* when nobody says how many */
} ways[] = {
    {"auto", FAIRY_MODE_NONE, 1, FAIRY_MAX_MEMBERS, 1},
    {"one-shot", FAIRY_MODE_ONE_SHOTTING, 1, 1, 1},
    {"solo", FAIRY_MODE_SOLOING, 1, 1, 1},
    {"duo", FAIRY_MODE_NONE, 2, 2, 2},
    {"team", FAIRY_MODE_NONE, 2, FAIRY_MAX_MEMBERS, 3},
};

gboolean cli_read_way(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                      GError **error)
{
    CliOptions *options = data;
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        if (strcmp(ways[i].name, text) == 0) {
            options->mode = ways[i].mode;
            options->way = i;
            return TRUE;
        }
    }
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "there is no mode \"%s\"; there are auto, one-shot, solo, duo, team", text);
    return FALSE;
}

gboolean cli_read_fairies(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                          GError **error)
{
    guint64 n = 0;
    if (!g_ascii_string_to_unsigned(text, 10, 1, FAIRY_MAX_MEMBERS, &n, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "\"%s\" is no number of fairies; it is a whole number from 1 to %d", text,
                    FAIRY_MAX_MEMBERS);
        return FALSE;
    }
    ((CliOptions *)data)->fairies = (guint)n;
    return TRUE;
}

gboolean cli_check_team(CliOptions *options, GError **error)
{
    guint way = options->way, areas = options->area ? g_strv_length(options->area) : 0;
    if (options->fairies == 0 && way == 0 && areas > 0) {
        options->fairies = MIN(areas + 1, FAIRY_MAX_MEMBERS); /* one for each, and one that leads */
    }
    options->fairies = options->fairies ? options->fairies : ways[way].fairies;
    if (options->fairies < ways[way].least || options->fairies > ways[way].most) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--mode %s and --fairies %u exclude each other; leave one out", ways[way].name,
                    options->fairies);
        return FALSE;
    }
    if (areas > 0 && options->fairies < 2) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--area gives tasks to several fairies; with it there are 2 at least, so leave "
                    "out --mode %s or --fairies 1",
                    ways[way].name);
        return FALSE;
    }
    return TRUE;
}
