/* Limits of a recorded run. */
#include "model/course_limits.h"

GError *fairy_course_limit_error(const FairyMoment *moment)
{
    return g_error_new_literal(
        FAIRY_ERROR, moment->late ? FAIRY_ERROR_BUDGET : FAIRY_ERROR_CANCELLED, moment->words);
}

GArray *fairy_course_limits_read(FairyRecordingReader *recording, GError **error)
{
    g_autoptr(GArray) limits = g_array_new(FALSE, FALSE, sizeof(FairyMoment));
    const FairyRecordedPlace *place;
    g_array_set_clear_func(limits, (GDestroyNotify)fairy_moment_clear);
    for (guint i = 0; (place = fairy_recording_reader_place(recording, i)); i++) {
        g_auto(FairyMoment) moment = {0};
        if (place->type != FAIRY_LINE_MOMENT) {
            continue;
        }
        if (!fairy_recording_reader_moment(recording, place, &moment, error)) {
            return NULL;
        }
        if (moment.kind == FAIRY_MOMENT_LIMIT && moment.look) {
            g_array_append_val(limits, moment);
            moment = (FairyMoment){0};
        }
    }
    return g_steal_pointer(&limits);
}

GError *fairy_course_limits_find(const GArray *limits, const char *fairy, guint run, guint look)
{
    for (guint i = 0; limits && i < limits->len; i++) {
        const FairyMoment *moment = &g_array_index(limits, FairyMoment, i);
        if (moment->run == run && moment->look == look && g_strcmp0(moment->fairy, fairy) == 0) {
            return fairy_course_limit_error(moment);
        }
    }
    return NULL;
}
