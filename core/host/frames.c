/* Pictures of a drawing, one after the other. */
#include "host/frames.h"

#include <fairy/limits.h>
#include <svg/render.h>

#include <glib/gstdio.h>

#include <errno.h>
#include <string.h>

enum { WHITE = 0xffffff, LEAST_DIGITS = 4 };

#define ENDING ".png"

typedef struct {
    SvgRender *render;
    guint number;
} Frame;

struct _FairyFrames {
    char *folder;
    guint side;
    SvgBox view;
    guint n;        /* so many were begun */
    GQueue drawn;   /* Frame *, the oldest first: they aren't written yet */
    GError *failed; /* why there are no more */
};

/* --- the folder ------------------------------------------------------------------------------- */

static char *path_of(const FairyFrames *frames, guint number)
{
    g_autofree char *name = g_strdup_printf("%0*u" ENDING, LEAST_DIGITS, number);
    return g_build_filename(frames->folder, name, NULL);
}

/* "0001.png", and with more digits. */
static gboolean is_frame(const char *name)
{
    gsize digits = strspn(name, "0123456789");
    return digits >= LEAST_DIGITS && strcmp(name + digits, ENDING) == 0;
}

static gboolean check_empty(const char *folder, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        if (is_frame(name)) {
            g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_EXIST,
                        "%s has numbered pictures already, such as %s; take them away, or name "
                        "another folder",
                        folder, name);
            return FALSE;
        }
    }
    return dir != NULL;
}

/* The first one's place: whoever may ask for it may write it. */
static gboolean check_writable(const FairyFrames *frames, GError **error)
{
    g_autofree char *path = path_of(frames, 1);
    g_autoptr(GError) cause = NULL;
    if (!g_file_set_contents_full(path, "", 0, G_FILE_SET_CONTENTS_NONE, 0666, &cause)) {
        g_set_error(error, G_FILE_ERROR, cause->code, "no pictures can be written in %s: %s",
                    frames->folder, cause->message);
        return FALSE;
    }
    g_unlink(path);
    return TRUE;
}

static gboolean prepare(const FairyFrames *frames, GError **error)
{
    if (!svg_render_is_able(error)) {
        return FALSE;
    }
    if (g_mkdir_with_parents(frames->folder, 0777) != 0) {
        int why = errno;
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(why),
                    "the folder %s for pictures can't be made: %s", frames->folder,
                    g_strerror(why));
        return FALSE;
    }
    return check_empty(frames->folder, error) && check_writable(frames, error);
}

FairyFrames *fairy_frames_new(const char *folder, guint side, GError **error)
{
    FairyFrames *frames = g_new0(FairyFrames, 1);
    frames->folder = g_strdup(folder);
    frames->side = side ? side : FAIRY_FRAME_SIDE;
    g_queue_init(&frames->drawn);
    if (!prepare(frames, error)) {
        g_clear_pointer(&frames, fairy_frames_free);
    }
    return frames;
}

static void free_frame(gpointer data)
{
    svg_render_cancel(((Frame *)data)->render);
    g_free(data);
}

void fairy_frames_free(FairyFrames *frames)
{
    if (frames) {
        g_queue_clear_full(&frames->drawn, free_frame);
        g_clear_error(&frames->failed);
        g_free(frames->folder);
        g_free(frames);
    }
}

/* --- pictures --------------------------------------------------------------------------------- */

static void fail(FairyFrames *frames, guint number, GError *error)
{
    if (!frames->failed) {
        frames->failed = error;
        g_autofree char *path = path_of(frames, number);
        g_prefix_error(&frames->failed, "%s and later pictures are missing: ", path);
    } else {
        g_error_free(error);
    }
}

static void write_oldest(FairyFrames *frames)
{
    g_autofree Frame *frame = g_queue_pop_head(&frames->drawn);
    GError *error = NULL;
    g_autoptr(GBytes) picture = svg_render_finish(frame->render, &error);
    g_autofree char *path = path_of(frames, frame->number);
    gsize len = 0;
    const char *data = picture ? g_bytes_get_data(picture, &len) : NULL;
    if (!frames->failed && picture) {
        g_file_set_contents_full(path, data, (gssize)len, G_FILE_SET_CONTENTS_CONSISTENT, 0666,
                                 &error);
    }
    if (error) {
        fail(frames, frame->number, error);
    }
}

/* A place for each of several. */
static GArray *marks_of(const GPtrArray *agents)
{
    GArray *marks = g_array_new(FALSE, FALSE, sizeof(SvgMark));
    for (guint i = 0; agents && agents->len > 1 && i < agents->len; i++) {
        const FairyAgent *agent = agents->pdata[i];
        const FairyCharacter *character = fairy_agent_character(agent);
        SvgPoint at = fairy_agent_place(agent);
        SvgMark mark = {.kind = SVG_MARK_FIGURE,
                        .box = {at.x, at.y, 0, 0},
                        .color = character->color,
                        .text = character->name};
        if (fairy_agent_has_appeared(agent)) {
            g_array_append_val(marks, mark);
        }
    }
    return marks;
}

void fairy_frames_add(FairyFrames *frames, SvgDocument *doc, SvgBox view, const GPtrArray *agents)
{
    GError *error = NULL;
    if (frames->failed) {
        return;
    }
    if (frames->n == 0) {
        frames->view = svg_box_is_empty(view) ? svg_document_page(doc) : view;
    }
    const SvgRenderOptions options = {.view = frames->view,
                                      .max_side = frames->side,
                                      .fill = TRUE,
                                      .format = SVG_PICTURE_PNG,
                                      .background = WHITE};
    g_autoptr(GArray) marks = marks_of(agents);
    Frame *frame = g_new0(Frame, 1);
    frame->number = ++frames->n;
    frame->render = svg_render_start_marked(doc, &options, (const SvgMark *)(gpointer)marks->data,
                                            marks->len, &error);
    if (!frame->render) {
        fail(frames, frame->number, error);
        g_free(frame);
        return;
    }
    g_queue_push_tail(&frames->drawn, frame);
    if (frames->drawn.length > FAIRY_MAX_FRAMES_DRAWN) {
        write_oldest(frames);
    }
}

gboolean fairy_frames_finish(FairyFrames *frames, GError **error)
{
    while (frames->drawn.length > 0) {
        write_oldest(frames);
    }
    if (frames->failed) {
        g_propagate_error(error, g_steal_pointer(&frames->failed));
        return FALSE;
    }
    return TRUE;
}
