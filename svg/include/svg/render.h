/* Pictures of a document. Drawn by librsvg in a helper program with limits on time and memory: it
 * may crash or hang on odd files, the caller can't. */
#pragma once

#include <svg/document.h>

typedef enum { SVG_PICTURE_PNG, SVG_PICTURE_JPEG } SvgPictureFormat;

typedef struct {
    SvgBox view;    /* document space; empty = the page */
    guint max_side; /* px of the longer side; 0 = at the document's size, at most
                       SVG_MAX_PIXELS. A picture is never larger than this */
    gboolean fill;  /* scale up to max_side too */
    SvgPictureFormat format;
    guint quality;        /* JPEG, 1–100; 0 = 80 */
    guint background;     /* 0xRRGGBB behind the drawing; JPEG has no transparency */
    gboolean transparent; /* PNG: no background */
    guint timeout_ms;     /* 0 = 20 000 */
    gboolean shapes_next; /* a list of shapes will be asked for, too: the drawing is read for both
                             at once */
    gboolean legible;     /* for who reads it rather than looks at it: outlines are a pixel wide at
                             least, and where the view reaches beyond the page its edge is drawn,
                             a thin grey line, and what is beyond it greyed. Only of documents */
} SvgRenderOptions;

/* A picture that is being made. */
typedef struct _SvgRender SvgRender;

/* Starts on a picture of the document as it is now; what is done to the document afterwards doesn't
 * show. This prints the part of the document that shows, and blocks for no longer; as many pictures
 * are drawn at a time as there are processors, others wait for their turn. NULL with
 * SVG_ERROR_RENDER ("the view is empty", no helper). Every picture started must be given to
 * svg_render_finish() or svg_render_cancel(). */
SvgRender *svg_render_start(SvgDocument *doc, const SvgRenderOptions *options, GError **error);
/* `func` is called, once, from the thread-default main context, when svg_render_finish() has
 * nothing to wait for any more. At most one for each picture; not after the picture was finished or
 * cancelled. */
typedef void (*SvgRenderFunc)(gpointer data);
void svg_render_when_done(SvgRender *render, SvgRenderFunc func, gpointer data);
/* Nobody wants it any more: the helper is killed, and this waits for nothing. Frees `render`. Takes
 * NULL. */
void svg_render_cancel(SvgRender *render);
/* Waits for it and frees `render`: the encoded picture, or NULL with SVG_ERROR_RENDER ("librsvg
 * crashed", "took longer than 20 s", what librsvg said). The caller's. */
GBytes *svg_render_finish(SvgRender *render, GError **error);
/* Both at once. */
GBytes *svg_render(SvgDocument *doc, const SvgRenderOptions *options, GError **error);
/* The same as svg_render() for bytes that needn't be a document of ours. `view` must not be empty,
 * and `px_per_unit` is the scale of a picture "at the document's size". */
GBytes *svg_render_bytes(GBytes *svg, const SvgRenderOptions *options, double px_per_unit,
                         GError **error);
/* The drawing with what svg_document_shapes() reads of it laid over: a frame around each shape, in
 * the colour of its kind and with its words; a line from end to end for each arrow and line, with a
 * large circle where it is bound to a shape. `shapes_next` doesn't matter. */
GBytes *svg_render_outlines(SvgDocument *doc, const SvgRenderOptions *options, GError **error);

typedef enum {
    SVG_MARK_FRAME,  /* a frame, with the text over it */
    SVG_MARK_AREA,   /* a dashed frame, faintly filled, with the text in it */
    SVG_MARK_FIGURE, /* a small winged figure over the middle of the box, which may be empty, with
                        the text beside it */
} SvgMarkKind;

/* Something that is drawn over a picture. */
typedef struct {
    SvgMarkKind kind;
    SvgBox box;        /* document space */
    const char *color; /* "#rrggbb" */
    const char *text;  /* one line; a long one is cut. "" = none */
} SvgMark;

/* As svg_render_start(), with marks over the drawing, the last one on top. They are borrowed for
 * the call. */
SvgRender *svg_render_start_marked(SvgDocument *doc, const SvgRenderOptions *options,
                                   const SvgMark *marks, guint n, GError **error);
/* Two states of a drawing side by side, before and after: the part in which the shapes `ids`
 * (NULL-terminated) are in one or the other, or the page when they are in none, or `view` where
 * that isn't empty. `max_side` is about the width of both together. */
GBytes *svg_render_pair(SvgDocument *before, SvgDocument *after, const char *const *ids,
                        const SvgRenderOptions *options, GError **error);
/* Where fairy-render is. Default: $FAIRIES_RENDER, beside the program, then the install folder. */
void svg_render_set_helper(const char *path);
/* From now on a picture is drawn in at most `n` bands at the same time, a processor for each; 0 =
 * as many as pay. Where as many pictures as there are processors are drawn at a time, one is the
 * least work. */
void svg_render_limit_bands(guint n);
/* Whether, from now on, a helper stays, of which each picture gets a copy: that saves the start of
 * a program, which takes longer than most pictures. A copy has the limits of a helper of its own,
 * and ends like one. It is started at the next picture, and ended by FALSE, or with us. */
void svg_render_keep_warm(gboolean warm);
/* Whether there is a helper, so that pictures can be drawn. FALSE with SVG_ERROR_RENDER. */
gboolean svg_render_is_able(GError **error);
