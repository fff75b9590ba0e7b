/* The files that fontconfig chose, kept in the user's cache folder: to read its rules, programs
 * need longer than for the rest of most commands. What is kept counts for some minutes, and only as
 * long as neither the rules, nor the folders of fonts, nor what both depend on has changed. Private
 * to libfairies-latin. */
#pragma once

#include "geometry/text_engine.h"

/* Where in which file a face is, and how far it leans. */
typedef struct {
    char *file; /* NULL: the engine can't use what fontconfig chose */
    int index;
    double slant;
} FaceSource;

/* What was found before, by this program or another; NULL when fontconfig has to be asked. */
const FaceSource *found_get(const SvgFontQuery *query);
/* Of fontconfig's answer; copies the file's name. */
const FaceSource *found_add(const SvgFontQuery *query, FaceSource source);
/* A file that was found is gone, or no font: what was kept is wrong. */
void found_forget(void);
/* Keeps what was added for other programs, and forgets it. To be called before FcFini(). */
void found_close(void);
