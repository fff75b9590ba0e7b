/* Reads recordings. The whole file is checked once, line by line; then the events of each request
 * can be read one after the other. Only the positions of lines stay in memory. Private to core/. */
#pragma once

#include "model/moment.h"
#include "model/recording_form.h"
#include "wire/profile.h"

#include <fairy/api_error.h>
#include <fairy/error.h>

typedef struct _FairyRecordingReader FairyRecordingReader;

/* Opens a recording. Free with fairy_recording_reader_free(). Returns NULL with
 * FAIRY_ERROR_RECORDING, "FILE:LINE: …", if it can't be read, isn't a recording, or is damaged. One
 * that ends early is fine if its lines are complete: the request that was under way has no end
 * then. */
FairyRecordingReader *fairy_recording_reader_open(const char *path, GError **error);
/* Does the same for an open file, and takes ownership of `fd`; `name` stands in messages. */
FairyRecordingReader *fairy_recording_reader_new(int fd, const char *name, GError **error);
void fairy_recording_reader_free(FairyRecordingReader *recorded);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyRecordingReader, fairy_recording_reader_free)

/* Returns the name of the file for messages. Borrowed. */
const char *fairy_recording_reader_name(const FairyRecordingReader *recorded);
guint64 fairy_recording_reader_seed(const FairyRecordingReader *recorded);

/* A recorded request. Borrowed from the reader. */
typedef struct {
    guint line;
    char *fairy; /* id of who asked; NULL = untold */
    gint64 at;   /* ms from the start of the recording */
    char *model;
    FairyProfile *profile; /* NULL = the bytes are the reply */
    char *digest;          /* fairy_body_digest() */
    GDateTime *time;       /* the time in the request; NULL = none */
    char *mark;            /* the mark of its fences; NULL = none */
} FairyRecordingReaderRequest;

guint fairy_recording_reader_requests(const FairyRecordingReader *recorded);
/* Returns the request of this number, from 1 to fairy_recording_reader_requests(). */
const FairyRecordingReaderRequest *
fairy_recording_reader_request(const FairyRecordingReader *recorded, guint number);

/* Returns the number of that fairy's first request after `number`, of anybody's where only one
 * fairy takes part; 0 = there is none. */
guint fairy_recording_reader_next_of(const FairyRecordingReader *recorded, const char *fairy,
                                     guint number);
/* Returns how many fairies take part; 1 where it isn't told. */
guint fairy_recording_reader_fairies(const FairyRecordingReader *recorded);

/* Returns the name of the fairy with that id, borrowed; NULL where it isn't told. */
const char *fairy_recording_reader_called(const FairyRecordingReader *recorded, const char *fairy);

/* Where a line is in the file. */
typedef struct {
    goffset offset;
    guint len, number; /* without the line break; from 1 */
} FairyRecordedLine;

/* A line, in the order of all. */
typedef struct {
    FairyRecordedLine line;
    FairyLineType type; /* MOMENT, or of `request`: REQUEST, ANSWER, BYTES, END */
    guint request;      /* its number */
    gint64 at;          /* ms from the start of the recording */
} FairyRecordedPlace;

/* Returns the line at this index, from 0, in the order in which what they tell took effect.
 * Borrowed. NULL after the last, and for a recording that has no moments. */
const FairyRecordedPlace *fairy_recording_reader_place(const FairyRecordingReader *recorded,
                                                       guint index);
/* Reads the moment there; clear it with fairy_moment_clear(). Returns FALSE with
 * FAIRY_ERROR_RECORDING if the file has changed meanwhile. */
gboolean fairy_recording_reader_moment(FairyRecordingReader *recorded,
                                       const FairyRecordedPlace *place, FairyMoment *moment,
                                       GError **error);

typedef enum {
    FAIRY_RECORDED_HEAD,
    FAIRY_RECORDED_BYTES,
    FAIRY_RECORDED_END,       /* the last event; `api_error` is what the transport saw */
    FAIRY_RECORDED_CANCELLED, /* the last event: we ended the response */
    FAIRY_RECORDED_CUT,       /* the last event: the recording has no more of this request */
} FairyRecordingEventKind;

typedef struct {
    FairyRecordingEventKind kind;
    guint line; /* of the file; FAIRY_RECORDED_CUT: its last line */
    gint64 at;  /* ms from the start of the recording */
    int status;
    char **headers; /* "name: value" */
    GBytes *bytes;
    FairyApiError api_error;
} FairyRecordingEvent;

/* Reads the first or next event of a request; clear it with fairy_recording_event_clear(). After
 * the last event it returns that again. Returns FALSE with FAIRY_ERROR_RECORDING if the file has
 * changed meanwhile. */
gboolean fairy_recording_reader_next(FairyRecordingReader *recorded, guint number,
                                     FairyRecordingEvent *event, GError **error);
void fairy_recording_event_clear(FairyRecordingEvent *event);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyRecordingEvent, fairy_recording_event_clear)
