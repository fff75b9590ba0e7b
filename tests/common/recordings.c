/* Recordings in a folder of their own. */
#include "common/recordings.h"

#include <glib/gstdio.h>

#include <stdlib.h>
#include <string.h>

static char *folder;
gint64 test_recording_now;

static gint64 test_clock(gpointer data)
{
    (void)data;
    return test_recording_now;
}

const FairyRecordingOptions test_recording_options = {
    .seed = G_MAXUINT64, .clock = test_clock, .time = G_GINT64_CONSTANT(1795359600123456)};

static void remove_folder(void)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *file = g_build_filename(folder, name, NULL);
        g_remove(file);
    }
    g_rmdir(folder);
    g_free(folder);
}

void test_recordings_begin(void)
{
    folder = g_dir_make_tmp("recordings-XXXXXX", NULL);
    g_assert_nonnull(folder);
    atexit(remove_folder);
}

char *test_recording_path(void)
{
    static guint n;
    return g_strdup_printf("%s/%u.jsonl", folder, ++n);
}

FairyRecording *test_record(const char *path, const FairyRecordingOptions *options)
{
    g_autoptr(GError) error = NULL;
    FairyRecording *recording =
        fairy_recording_new(path, options ? options : &test_recording_options, &error);
    g_assert_no_error(error);
    return recording;
}

void test_recording_close(FairyRecording *recording)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(fairy_recording_close(recording, &error));
    g_assert_no_error(error);
}

char *test_contents(const char *path)
{
    char *text;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

guint test_recording_ask(FairyRecording *recording, const char *body)
{
    FairyRecordingRequest request = {.model = "offline", .body = body};
    return fairy_recording_request(recording, &request);
}

const FairyProfile *test_recording_profile(void)
{
    static FairyProfile profile;
    profile = (FairyProfile){.provider = fairy_provider_find("anthropic"),
                             .model = (char *)"claude-sonnet-5-5",
                             .base = (char *)"https://api.anthropic.com",
                             .max_output = 32000,
                             .images = TRUE,
                             .image_edge = 2576,
                             .image_tokens = 4784,
                             .cache = TRUE,
                             .thinking = (char *)"between_tools",
                             .json = FAIRY_JSON_OBJECT,
                             .dropped = FAIRY_DROP_EFFORT};
    return &profile;
}

void test_recorded_note(GString *log, const FairyRecordingEvent *event)
{
    gsize len = 0;
    const guchar *bytes = event->bytes ? g_bytes_get_data(event->bytes, &len) : NULL;
    g_autofree char *base64 = bytes ? g_base64_encode(bytes, len) : NULL;
    g_autofree char *headers = event->headers ? g_strjoinv("|", event->headers) : NULL;
    g_string_append_printf(log, "%d %d %d %s %s %d %d %d %d %s\n", event->kind, (int)event->at,
                           event->status, headers, base64, event->api_error.kind,
                           event->api_error.status, (int)event->api_error.wait_ms,
                           event->api_error.again, event->api_error.message);
}

char *test_recorded_log(FairyRecordingReader *recorded, guint number)
{
    GString *log = g_string_new(NULL);
    for (gboolean over = FALSE; !over;) {
        g_autoptr(GError) error = NULL;
        g_auto(FairyRecordingEvent) event = {0};
        g_assert_true(fairy_recording_reader_next(recorded, number, &event, &error));
        g_assert_no_error(error);
        over = event.kind >= FAIRY_RECORDED_END;
        test_recorded_note(log, &event);
    }
    return g_string_free(log, FALSE);
}
