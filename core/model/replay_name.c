/* "replay:FILE", "replay+strict:FILE", "replay+timed+strict:FILE". */
#include "model/replay_name.h"

#include <fairy/recording.h>

#include <string.h>

static gboolean read_name(const char *model, FairyReplayName *name)
{
    const char *colon = strchr(model, ':');
    *name = (FairyReplayName){0};
    if (!colon || !colon[1]) {
        return FALSE;
    }
    g_autofree char *words = g_strndup(model, (gsize)(colon - model));
    g_auto(GStrv) parts = g_strsplit(words, "+", -1);
    gboolean known = g_str_equal(parts[0], "replay");
    for (char **part = parts + 1; known && *part; part++) {
        name->strict = name->strict || g_str_equal(*part, "strict");
        name->timed = name->timed || g_str_equal(*part, "timed");
        known = g_str_equal(*part, "strict") || g_str_equal(*part, "timed");
    }
    name->path = colon + 1;
    return known;
}

gboolean fairy_is_replay(const char *model)
{
    return g_str_has_prefix(model, "replay") && strchr(":+", model[strlen("replay")]);
}

gboolean fairy_replay_read_name(const char *model, FairyReplayName *name, GError **error)
{
    gboolean known = read_name(model, name);
    if (!known) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "\"%s\" names no recording; right would be replay:FILE, replay+strict:FILE "
                    "(other requests than the recorded ones are refused) or replay+timed:FILE "
                    "(as slow as it was)",
                    model);
    }
    return known;
}

FairyRecordingReader *fairy_replay_open(const char *model, FairyReplayName *name, GError **error)
{
    return fairy_replay_read_name(model, name, error)
               ? fairy_recording_reader_open(name->path, error)
               : NULL;
}

gboolean fairy_replay_seed(const char *model, guint64 *seed)
{
    FairyReplayName name;
    g_autoptr(FairyRecordingReader) recorded =
        fairy_is_replay(model) ? fairy_replay_open(model, &name, NULL) : NULL;
    *seed = recorded ? fairy_recording_reader_seed(recorded) : 0;
    return recorded != NULL;
}
