/* Fuzz target: any file is read or refused, by line; and what was read, recorded again, reads the
 * same. */
#include "model/recording.h"

#include "fuzz.h"
#include "model/recording_reader.h"

#include <sys/mman.h>

#include <string.h>
#include <unistd.h>

static int new_file(void)
{
    int fd = memfd_create("recording", MFD_CLOEXEC);
    if (fd < 0) {
        g_error("no memory file");
    }
    return fd;
}

static void add(GString *log, const FairyRecordingEvent *event)
{
    gsize len = 0;
    const char *bytes = event->bytes ? g_bytes_get_data(event->bytes, &len) : NULL;
    g_string_append_printf(log, "%d %d %d ", event->kind, event->status, event->api_error.kind);
    if (bytes) {
        g_string_append_len(log, bytes, (gssize)len);
    }
    g_string_append_c(log, '\n');
}

static void record_event(FairyRecording *recording, guint number, const FairyRecordingEvent *event)
{
    gsize len = 0;
    switch (event->kind) {
    case FAIRY_RECORDED_HEAD:
        fairy_recording_head(recording, number, event->status, (const char *const *)event->headers);
        break;
    case FAIRY_RECORDED_BYTES:
        g_bytes_get_data(event->bytes, &len);
        fairy_recording_bytes(recording, number, g_bytes_get_data(event->bytes, NULL), len);
        break;
    case FAIRY_RECORDED_END:
    case FAIRY_RECORDED_CANCELLED:
        fairy_recording_end(recording, number,
                            event->kind == FAIRY_RECORDED_END ? &event->api_error : NULL);
        break;
    case FAIRY_RECORDED_CUT:
        break;
    }
}

/* All that came of all requests; empty bytes aren't told again. */
static char *walk(FairyRecordingReader *recorded, FairyRecording *recording)
{
    GString *log = g_string_new(NULL);
    for (guint number = 1; number <= fairy_recording_reader_requests(recorded); number++) {
        const FairyRecordingReaderRequest *request =
            fairy_recording_reader_request(recorded, number);
        g_string_append_printf(log, "%s\n", request->model);
        fairy_recording_request(recording, &(FairyRecordingRequest){.model = request->model,
                                                                    .profile = request->profile});
    }
    for (guint number = 1; number <= fairy_recording_reader_requests(recorded); number++) {
        for (gboolean over = FALSE; !over;) {
            g_auto(FairyRecordingEvent) event = {0};
            g_autoptr(GError) error = NULL;
            if (!fairy_recording_reader_next(recorded, number, &event, &error)) {
                g_error("%s", error->message);
            }
            over = event.kind >= FAIRY_RECORDED_END;
            if (event.kind != FAIRY_RECORDED_BYTES || g_bytes_get_size(event.bytes) > 0) {
                add(log, &event);
            }
            record_event(recording, number, &event);
        }
    }
    return g_string_free(log, FALSE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    int fd = new_file(), again = new_file();
    if (write(fd, data, size) != (ssize_t)size) {
        g_error("can't write");
    }
    g_autoptr(FairyRecordingReader) recorded = fairy_recording_reader_new(fd, "input", &error);
    if (!recorded) {
        if (!g_str_has_prefix(error->message, "input:")) {
            g_error("no line in: %s", error->message);
        }
        close(again);
        return 0;
    }
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", again);
    FairyRecording *recording = fairy_recording_new(path, NULL, &error);
    g_autofree char *first = walk(recorded, recording);
    if (!fairy_recording_close(recording, &error)) {
        g_error("%s", error->message);
    }
    g_autoptr(FairyRecordingReader) same = fairy_recording_reader_new(again, "again", &error);
    if (!same) {
        g_error("%s", error->message);
    }
    g_autofree char *second = walk(same, NULL);
    if (!g_str_equal(first, second)) {
        g_error("recorded again:\n%s\ninstead of\n%s", second, first);
    }
    return 0;
}
