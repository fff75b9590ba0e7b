/* The names of models that answer from recordings. Private to core/model. */
#pragma once

#include "model/recording_reader.h"

/* What "replay+timed+strict:FILE" says. */
typedef struct {
    gboolean strict;  /* another request than the recorded one is refused */
    gboolean timed;   /* what came late comes late */
    const char *path; /* borrowed from the name */
} FairyReplayName;

/* Returns whether it is the name of such a model, right or wrong. */
gboolean fairy_is_replay(const char *model);
/* Returns FALSE with FAIRY_ERROR_USAGE for a wrong name. */
gboolean fairy_replay_read_name(const char *model, FairyReplayName *name, GError **error);
/* Reads the name, and opens its recording. Free with fairy_recording_reader_free(). Returns NULL
 * with FAIRY_ERROR_USAGE for a wrong name, or with FAIRY_ERROR_RECORDING. */
FairyRecordingReader *fairy_replay_open(const char *model, FairyReplayName *name, GError **error);
