/* What fontconfig answered, which files it chose and which families there are, kept in the user's
 * cache folder: to read its rules, programs need longer than for the rest of most commands. What is
 * kept counts for some minutes, and only as long as neither the rules, nor the folders of fonts,
 * nor what both depend on has changed. Private to libfairies-latin. */
#pragma once

#include "geometry/text_engine.h"

/* Where in which file a face is, and how far it leans. */
typedef struct {
    char *file; /* NULL: the engine can't use what fontconfig chose */
    int index;
    double slant;
    int rank; /* how many faces suited the query better */
} FaceSource;

/* Whether fonts of a family are installed. */
typedef enum {
    FAMILY_UNKNOWN, /* fontconfig has to be asked */
    FAMILY_INSTALLED,
    FAMILY_MISSING,
} FamilyState;

/* What was found before, by this program or another: the best face (c: 0), or that for a character
 * which the best lacks. NULL when fontconfig has to be asked. */
const FaceSource *found_get(const SvgFontQuery *query, gunichar c);
/* Of fontconfig's answer; copies the file's name. Only some hundred are kept. */
void found_add(const SvgFontQuery *query, gunichar c, const FaceSource *source);
/* What was found before about the family of exactly this name. */
FamilyState found_get_family(const char *family);
/* Of fontconfig's answer, which isn't FAMILY_UNKNOWN; copies the name. A drawing can ask for any
 * number of families: only some hundred are kept. */
void found_add_family(const char *family, FamilyState state);
/* A file that was found is gone, or no font: what was kept is wrong. */
void found_forget(void);
/* Keeps what was added for other programs, and forgets it. To be called before FcFini(). */
void found_close(void);
