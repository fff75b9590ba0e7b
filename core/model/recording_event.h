/* A line of what came of a request. Private to core/model. */
#pragma once

#include "model/recording_form.h"
#include "model/recording_reader.h"

/* Reads a line of that type (ANSWER, BYTES, END) into `event`; clear it in any case. Returns FALSE
 * if a member is missing or can't be: *wanted (static) then says what would be right. */
gboolean fairy_recording_event_read(FairyLineType type, const cJSON *json,
                                    FairyRecordingEvent *event, const char **wanted);
