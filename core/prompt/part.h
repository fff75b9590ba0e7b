/* The parts of a prompt beside the standing text, one file each in parts/. Private to core/prompt.
 */
#pragma once

#include <fairy/compose.h>
#include <fairy/view.h>

/* The place of a part, in the order of a prompt. */
typedef enum {
    FAIRY_PART_SYSTEM,  /* the system prompt, behind the standing text; the same from request to
                           request */
    FAIRY_PART_HISTORY, /* messages, which are only added to */
    FAIRY_PART_STATE,   /* the present state of the drawing */
    FAIRY_PART_MESSAGE, /* the words to answer, at the end */
} FairyPartPlace;

/* A prompt that is being composed. */
typedef struct {
    const FairyComposeOptions *options;
    FairyModeId mode;             /* an active mode */
    SvgBox view;                  /* document space; has an area */
    const char *const *selection; /* the selected ids that exist, NULL-terminated; empty if the mode
                                     isn't shown them */
    const FairyScene *scene;      /* the view in lines, with the selection in full */
    FairyPrompt *prompt;
    FairyMessage *message; /* the request's own message; NULL until the history is written */
    GHashTable *told;      /* the actions (FairyAction *) whose manuals stand in the history */
} FairyWriting;

typedef struct {
    const char *name;
    FairyPartPlace place;
    gboolean data;           /* it has untrusted text, and is fenced */
    const char *headings[5]; /* headings that it writes; the standing text may name them */
    /* Appends the part to `out`, which becomes a content part of the prompt; nothing if there is
     * nothing to show. What isn't a text (history, screenshot) is added to the prompt directly. */
    void (*write)(const FairyWriting *writing, GString *out);
} FairyPart;

/* Returns all parts, sorted by name, NULL-terminated; static. */
const FairyPart *const *fairy_parts(void);
/* Returns the part of that name; static. NULL if there is none. */
const FairyPart *fairy_part_find(const char *name);

#define FAIRY_PART(id) extern const FairyPart fairy_part_##id;
#include "prompt/parts.def"
#undef FAIRY_PART

/* --- for parts -------------------------------------------------------------------------------- */

/* Appends "heading: value", or the value on lines of its own if it begins with a line feed; nothing
 * for a value that is NULL, "" or "[]". */
void fairy_part_value(GString *out, const char *heading, const char *value);
/* Appends a list of values, each as JSON (char *): as many as a part has room for, and how many
 * others there are. */
void fairy_part_json(GString *out, const char *heading, const GPtrArray *values);

/* A heading with lines below it, as many as a part has room for. Initialize `out` and `heading`. */
typedef struct {
    GString *out;
    const char *heading;
    gsize most; /* tokens; 0 = FAIRY_PART_TOKENS */
    gsize tokens;
    guint n, left_out;
} FairyPartLines;

/* Adds a line without a line feed, and takes ownership of it. */
void fairy_part_line(FairyPartLines *lines, char *line);
/* Ends the lines with one that says how many were left out, if any. */
void fairy_part_lines_end(FairyPartLines *lines);

/* Returns whether the person's words, or those that an automatic request goes on with, have one
 * that begins like one of `beginnings` ("rotat|turn"; case makes no difference), quoted ones
 * aside. */
gboolean fairy_part_wants(const FairyWriting *writing, const char *beginnings);
/* The same of any words. */
gboolean fairy_part_words_want(const char *words, const char *beginnings);
/* Returns whether the person said that, and not the program in its own name. */
gboolean fairy_part_is_said(const FairyMessage *message);
/* The same as fairy_part_wants(), and TRUE for words in a script that isn't Latin, whose words
 * nobody has listed. */
gboolean fairy_part_may_want(const FairyWriting *writing, const char *beginnings);
/* Appends the manuals of the actions that words call for and that aren't told yet, and notes these
 * as told. */
void fairy_part_manuals_for(const FairyWriting *writing, const char *words, GString *out);
/* Returns a text as a JSON string. Free with g_free(). */
char *fairy_part_quoted(const char *words);
/* Returns "x,y,w,h" in model space, rounded. Free with g_free(). */
char *fairy_part_box(const FairyWriting *writing, SvgBox box);
/* Returns whether the box has a width and a height. */
gboolean fairy_part_has_area(SvgBox box);
/* Returns the ids that exist, "a b and 3 more", unusual ones as JSON strings. Free with g_free().
 * Returns NULL if none exists. */
char *fairy_part_ids(const FairyWriting *writing, const char *const *ids);
