/* The parts of a prompt beside the standing text, one file each in parts/. Private to core/. */
#pragma once

#include <fairy/compose.h>
#include <fairy/view.h>

/* Where a part stands, in the order of a prompt. */
typedef enum {
    FAIRY_PART_SYSTEM,  /* behind the standing text; the same from request to request */
    FAIRY_PART_HISTORY, /* speeches, which only become more */
    FAIRY_PART_STATE,   /* how it is now */
    FAIRY_PART_MESSAGE, /* what is wanted, at the end */
} FairyPartPlace;

/* A prompt that is being written. */
typedef struct {
    const FairyComposeOptions *options;
    FairyModeId mode;             /* an active one */
    SvgBox view;                  /* has an area */
    const char *const *selection; /* what of it is there, where the mode is told of it */
    const FairyScene *scene;      /* of the view, in lines, the selection in full */
    FairyPrompt *prompt;
    FairyMessage *message; /* of this request; NULL until the history is written */
} FairyWriting;

typedef struct {
    const char *name;
    FairyPartPlace place;
    gboolean data; /* it has words that others wrote: they are fenced, and no instructions */
    const char *headings[4]; /* under which it tells something; the standing text may name them */
    /* Appends to `out`, which becomes a piece of the prompt; nothing where there is nothing to
     * tell. What isn't a text (history, screenshot) is put into the prompt itself. */
    void (*write)(const FairyWriting *writing, GString *out);
} FairyPart;

/* All of them, alphabetical, NULL-terminated; static. */
const FairyPart *const *fairy_parts(void);
/* NULL if there is none of that name. */
const FairyPart *fairy_part_find(const char *name);

#define FAIRY_PART(id) extern const FairyPart fairy_part_##id;
#include "prompt/parts.def"
#undef FAIRY_PART

/* --- for parts -------------------------------------------------------------------------------- */

/* "heading: value", or the value on lines of its own where it begins with the end of one. Nothing
 * for a value that is NULL, "" or "[]". */
void fairy_part_value(GString *out, const char *heading, const char *value);
/* A list of values, each as JSON (char *); where a part has no room for it, as many of them as it
 * has, a line each, and how many others there are. */
void fairy_part_json(GString *out, const char *heading, const GPtrArray *values);

/* A heading with lines below it, as many as a part has room for. */
typedef struct {
    GString *out;
    const char *heading;
    gsize most; /* tokens; 0 = FAIRY_PART_TOKENS */
    gsize tokens;
    guint n, left_out;
} FairyPartLines;

/* Takes `line`, which has no end of a line. */
void fairy_part_line(FairyPartLines *lines, char *line);
/* How many were left out, in a line of its own. */
void fairy_part_lines_end(FairyPartLines *lines);

/* Words as a JSON string; the caller's. */
char *fairy_part_quoted(const char *words);
/* "x,y,w,h" in model space, rounded; the caller's. */
char *fairy_part_box(const FairyWriting *writing, SvgBox box);
/* With some width and some height. */
gboolean fairy_part_has_area(SvgBox box);
/* "a b and 3 more": those of the ids that are there, odd ones as JSON strings; NULL when none is.
 * The caller's. */
char *fairy_part_ids(const FairyWriting *writing, const char *const *ids);
