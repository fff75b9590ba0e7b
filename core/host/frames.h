/* Pictures of a drawing while fairies are at work on it: numbered files in a folder. Private to
 * core/host. */
#pragma once

#include <fairy/agent.h>

typedef struct _FairyFrames FairyFrames;

/* Makes the folder if it isn't there. `side` is that of the pictures' longer side, px; 0 =
 * FAIRY_FRAME_SIDE. Free with fairy_frames_free(). Returns NULL with an error if files can't be
 * written there, if it has numbered pictures already, or if no picture can be drawn. */
FairyFrames *fairy_frames_new(const char *folder, guint side, GError **error);
/* Accepts NULL. */
void fairy_frames_free(FairyFrames *frames);
/* Adds a picture of the drawing as it is now. All show the same: `view`, or the page that the first
 * one has if that is empty. Where there are several `agents` (FairyAgent; may be NULL), each one's
 * place is drawn over it. A picture is drawn beside us; when FAIRY_MAX_FRAMES_DRAWN aren't written
 * yet this waits for the oldest. After one that failed there are no more. */
void fairy_frames_add(FairyFrames *frames, SvgDocument *doc, SvgBox view, const GPtrArray *agents);
/* Waits until all are written. FALSE with an error that says which are missing and why. */
gboolean fairy_frames_finish(FairyFrames *frames, GError **error);
