/* Reads recordings: all of the file is checked once, a line at a time, and then what came of each
 * request can be walked through. Only where lines are is kept in memory. Private to core/. */
#pragma once

#include "wire/profile.h"

#include <fairy/api_error.h>
#include <fairy/error.h>

typedef struct _FairyRecordingReader FairyRecordingReader;

/* NULL with FAIRY_ERROR_RECORDING, "FILE:LINE: …", when it can't be read, isn't a recording, or is
 * damaged. A recording that ends early is whole lines, and good: of a request that was under way
 * there is no end. */
FairyRecordingReader *fairy_recording_reader_open(const char *path, GError **error);
/* The same for an open file, which it takes; `name` stands in messages. */
FairyRecordingReader *fairy_recording_reader_new(int fd, const char *name, GError **error);
void fairy_recording_reader_free(FairyRecordingReader *recorded);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyRecordingReader, fairy_recording_reader_free)

/* As it stands in messages. */
const char *fairy_recording_reader_name(const FairyRecordingReader *recorded);
guint64 fairy_recording_reader_seed(const FairyRecordingReader *recorded);

/* What was asked; the recorded's. */
typedef struct {
    guint line;
    gint64 at; /* ms from the start of the recording */
    char *model;
    FairyProfile *profile; /* NULL: bytes are the reply */
    char *digest;          /* fairy_body_digest() */
    GDateTime *time;       /* that it told; NULL = none */
    char *mark;            /* of its fences; NULL = none */
} FairyRecordingReaderRequest;

guint fairy_recording_reader_requests(const FairyRecordingReader *recorded);
/* By number, from 1 to fairy_recording_reader_requests(). */
const FairyRecordingReaderRequest *
fairy_recording_reader_request(const FairyRecordingReader *recorded, guint number);

typedef enum {
    FAIRY_RECORDED_HEAD,
    FAIRY_RECORDED_BYTES,
    FAIRY_RECORDED_END,       /* last; `fault` is what the transport saw */
    FAIRY_RECORDED_CANCELLED, /* last: we ended it */
    FAIRY_RECORDED_CUT,       /* last: the recording has no more of it */
} FairyRecordingEventKind;

typedef struct {
    FairyRecordingEventKind kind;
    guint line; /* FAIRY_RECORDED_CUT: the last of the file */
    gint64 at;  /* ms from the start of the recording */
    int status;
    char **headers; /* "name: value" */
    GBytes *bytes;
    FairyApiError api_error;
} FairyRecordingEvent;

/* The first, or the next, of what came of a request; the caller's to clear. FALSE with
 * FAIRY_ERROR_RECORDING when the file isn't any more what it was. After the last one that comes
 * again. */
gboolean fairy_recording_reader_next(FairyRecordingReader *recorded, guint number,
                                     FairyRecordingEvent *event, GError **error);
void fairy_recording_event_clear(FairyRecordingEvent *event);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyRecordingEvent, fairy_recording_event_clear)
