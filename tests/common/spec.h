/* Specifications of actions, tests/spec/NAME.txt, read into cases. The form is told in
 * tests/README.md. */
#pragma once

#include <glib.h>

/* Texts end with one line break; NULL where the section is absent. */
typedef struct {
    char *title;
    guint line;     /* of the title, from 1 */
    char *document; /* its own, or the file's */
    char *call;     /* JSON: an action, or a list of them */
    char **outcomes;
    char *shapes;  /* ids with blanks between, without line break */
    char *project; /* JSON: as <fairy/project.h> keeps it, and whose turn it is: "fairy" */
    char *told;    /* what is told of it, a line each */
    char *web;     /* JSON that every site answers */
    char *data;    /* JSON */
    char *next;    /* what is asked of the next request: a line each, "KIND X,Y,W,H: MESSAGE" */
    char *after;
} SpecCase;

typedef struct {
    char *path, *name; /* the action's, from the first line */
    char *prose;
    GPtrArray *cases; /* of SpecCase * */
} Spec;

/* NULL with G_FILE_ERROR, or with G_MARKUP_ERROR for what isn't of the form: PATH:LINE and why. The
 * caller's. */
Spec *spec_read(const char *path, GError **error);
void spec_free(Spec *spec);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Spec, spec_free)
/* Whether its last outcome is a refusal. */
gboolean spec_case_is_refusal(const SpecCase *c);
