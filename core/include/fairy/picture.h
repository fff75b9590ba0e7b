/* The picture of a prompt: what a fairy looks at, for a model that takes pictures. It is drawn
 * before the prompt is written, while the main context goes on. */
#pragma once

#include <fairy/compose.h>

typedef struct _FairyPicture {
    GBytes *jpeg;               /* NULL: there is none */
    int width, height;          /* px */
    char *why;                  /* why there is none; NULL when there is one */
    SvgBox area;                /* what it shows, in document space */
    struct _FairyPicture *next; /* of another area; owned. NULL = that is all */
} FairyPicture;

/* Frees it and those behind it. Takes NULL. */
void fairy_picture_free(FairyPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyPicture, fairy_picture_free)

/* One that is being drawn. */
typedef struct _FairyPainting FairyPainting;
/* It is called once; the picture is the callee's. */
typedef void (*FairyPaintedFunc)(FairyPicture *picture, gpointer data);

/* Starts on the picture for a prompt with these options, of which only `mode`, `doc`, `view`,
 * `areas` and `capabilities` are looked at, in this call: what is done to the drawing later doesn't
 * show. NULL for a model that takes no pictures, and a mode that shows none. `func` is called from
 * the thread-default main context, never from inside this call. The result is gone then; until then
 * fairy_painting_free() ends it, and nothing is called. */
FairyPainting *fairy_painting_start(const FairyComposeOptions *options, FairyPaintedFunc func,
                                    gpointer data);
/* Waits for nothing. Takes NULL. */
void fairy_painting_free(FairyPainting *painting);

/* The same picture at once, for who has nothing else to do: this blocks until it is drawn. The
 * caller's; NULL where fairy_painting_start() is. */
FairyPicture *fairy_picture_draw(const FairyComposeOptions *options);
