/* Modes as the command line names them. */
#include "option_modes.h"

#include "options.h"

#include <string.h>

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

/* How a run is done, by the names that people know. */
static const struct {
    const char *name;
    FairyModeId mode; /* that asking puts the fairy into */
} ways[] = {
    {"auto", FAIRY_MODE_NONE},
    {"one-shot", FAIRY_MODE_ONE_SHOTTING},
    {"solo", FAIRY_MODE_SOLOING},
};

gboolean cli_read_way(G_GNUC_UNUSED const char *name, const char *text, gpointer data,
                      GError **error)
{
    CliOptions *options = data;
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        if (strcmp(ways[i].name, text) == 0) {
            options->mode = ways[i].mode;
            return TRUE;
        }
    }
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "there is no mode \"%s\"; there are auto, one-shot, solo", text);
    return FALSE;
}
