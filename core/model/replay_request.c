/* What is asked of a recording, beside what was. */
#include "model/replay_priv.h"
#include "wire/redact.h"

/* --- whose request is whose ------------------------------------------------------------------- */

guint fairy_replay_next(const Replay *self, guint number)
{
    return fairy_recording_reader_next_of(self->recorded, self->context.fairy, number);
}

const FairyRecordingReaderRequest *fairy_replay_request(const Replay *self, guint number)
{
    return number ? fairy_recording_reader_request(self->recorded, number) : NULL;
}

static guint n_requests(const Replay *self)
{
    guint n = 0;
    for (guint at = fairy_replay_next(self, 0); at; at = fairy_replay_next(self, at)) {
        n++;
    }
    return n;
}

/* --- the request ------------------------------------------------------------------------------ */

/* NULL when a model that reads prompts was recorded, and there is none now. */
static FairyDialectRequest *write_request(const Replay *self, const FairyProfile *profile)
{
    if (!profile) {
        FairyDialectRequest *words = g_new0(FairyDialectRequest, 1);
        words->body = fairy_recording_words(self->request);
        return words;
    }
    return self->request->prompt
               ? fairy_dialect_request(profile, self->request->prompt, self->request->max_output)
               : NULL;
}

static void record_request(Replay *self, const FairyRecordingReaderRequest *recorded,
                           const FairyDialectRequest *dialect)
{
    FairyRecordingRequest request = {
        .fairy = self->context.fairy,
        .number = self->request->number,
        .model = recorded->model,
        .profile = recorded->profile,
        .method = dialect && dialect->url ? "POST" : NULL,
        .url = dialect ? dialect->url : NULL,
        .headers = dialect ? (const char *const *)dialect->headers : NULL,
        .body = dialect ? dialect->body : NULL,
        .time = recorded->time,
        .mark = recorded->mark,
    };
    self->recording = fairy_recording_request(self->context.recording, &request);
}

static void warn(Replay *self, const FairyRecordingReaderRequest *recorded)
{
    if (self->warned || !self->context.warn) {
        return;
    }
    g_autofree char *message = g_strdup_printf(
        "%s:%u: request %u isn't the one that was recorded, so its answer may not fit; the "
        "drawing, the words or the settings are others",
        fairy_recording_reader_name(self->recorded), recorded->line, self->number);
    self->warned = TRUE;
    self->context.warn(message, self->context.data);
}

/* All that follow the recording end with that. */
static void refuse(Replay *self, const FairyRecordingReaderRequest *recorded)
{
    g_autofree char *message =
        g_strdup_printf("%s:%u: request %u isn't the one that was recorded",
                        fairy_recording_reader_name(self->recorded), recorded->line, self->number);
    if (fairy_course_leads(self->context.course)) {
        fairy_course_leave(self->context.course, message);
    } else {
        fairy_replay_fail(self, "%s", message);
    }
}

/* TRUE: nothing of the recording is for this request. */
static gboolean is_another(Replay *self, guint number)
{
    const char *strayed = fairy_course_strayed(self->context.course);
    if (strayed) {
        fairy_replay_fail(self, "%s", strayed);
    } else if (!number) {
        guint n = n_requests(self);
        fairy_replay_fail(self, "%s has the answer%s to %u request%s, and this is another one",
                          fairy_recording_reader_name(self->recorded), n == 1 ? "" : "s", n,
                          n == 1 ? "" : "s");
    }
    return strayed || !number;
}

gboolean fairy_replay_take_request(Replay *self, guint number)
{
    if (is_another(self, number)) {
        return FALSE;
    }
    self->number = self->player.number = number;
    const FairyRecordingReaderRequest *recorded = fairy_replay_request(self, number);
    FairyDialectRequest *dialect = write_request(self, recorded->profile);
    g_autofree char *digest = dialect ? fairy_body_digest(dialect->body) : NULL;
    gboolean same = g_strcmp0(digest, recorded->digest) == 0;
    if (same || !self->name.strict) {
        record_request(self, recorded, dialect);
    }
    g_clear_pointer(&dialect, fairy_dialect_request_free);
    if (!same && self->name.strict) {
        refuse(self, recorded);
        return FALSE;
    }
    if (!same) {
        warn(self, recorded);
    }
    self->asked = TRUE;
    self->at = recorded->at;
    return TRUE;
}
