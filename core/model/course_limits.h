/* Limits that a recorded run met: when its time was over, or it was called off. Private to
 * core/model. */
#pragma once

#include "model/recording_reader.h"

/* Those that were seen where somebody looked, of FairyMoment; the caller's. NULL with an error: a
 * line of the recording can't be read. */
GArray *fairy_course_limits_read(FairyRecordingReader *recording, GError **error);
/* Returns why the fairy could go no further at that look of that run; the caller's. NULL = it
 * could. `limits` may be NULL: there are none. */
GError *fairy_course_limits_find(const GArray *limits, const char *fairy, guint run, guint look);
/* Returns the error that a moment of the kind FAIRY_MOMENT_LIMIT tells of; the caller's. */
GError *fairy_course_limit_error(const FairyMoment *moment);
