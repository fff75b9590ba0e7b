/* An annotation job, and the tables of what can be named in one. Private to core/annotate. */
#pragma once

#include <fairy/annotation.h>
#include <svg/shape.h>

/* Adds actions (cJSON objects) to `actions` for the drawing. Returns FALSE with an error. */
typedef gboolean (*FairyGenerate)(const FairyAnnotation *annotation, const FairyAnnotated *drawing,
                                  cJSON *actions, GError **error);
/* Returns why the drawing isn't as it should be, a clause; NULL if it is. */
typedef char *(*FairyCheck)(const FairyAnnotation *annotation, const FairyAnnotated *drawing);

/* Whether the job has what it needs for any drawing, done by a model or by its offline half.
 * Returns FALSE with an error. */
typedef gboolean (*FairyNeeds)(const FairyAnnotation *annotation, gboolean offline, GError **error);

gboolean fairy_needs_house_style(const FairyAnnotation *annotation, gboolean offline,
                                 GError **error);
gboolean fairy_needs_translate(const FairyAnnotation *annotation, gboolean offline, GError **error);

/* What a model's actions have to keep to. */
typedef struct {
    /* Makes what `objects` gets, and frees it. */
    gpointer (*load)(const FairyAnnotation *annotation);
    GDestroyNotify free;
    char *(*objects)(const FairyAction *action, const cJSON *args, gconstpointer data);
} FairyGuarding;

extern const FairyGuarding fairy_guard_translate;

typedef struct {
    const char *name;
    FairyGenerate generate;
    FairyNeeds needs;           /* NULL = nothing */
    const FairyGuarding *guard; /* NULL = nothing */
} FairyGenerator;

typedef struct {
    const char *name;
    FairyCheck check;
} FairyChecker;

#define FAIRY_IN_FILE "file:" /* before an option's name in a prompt: what is in that file */
enum { FAIRY_MOST_IN_FILE = 64 * 1024 };

struct _FairyAnnotation {
    char *name, *summary, *words;
    char *prompt;                  /* `words` with the options put in; NULL = not yet */
    GPtrArray *actions;            /* FairyAction, ended by NULL; NULL = any */
    GHashTable *options;           /* names to values */
    GHashTable *about;             /* names to clauses */
    GPtrArray *checks;             /* FairyChecker of those that are no lints */
    guint lints;                   /* 1 << SvgLintType */
    const FairyGenerator *offline; /* NULL = none */
    FairyGuard guard;              /* its data are NULL until they are asked for */
    gboolean picture;
    char *identity; /* of the file */
};

/* The tables; NULL if there is none of that name. */
const FairyGenerator *fairy_generator_find(const char *name);
const FairyChecker *fairy_checker_find(const char *name);
/* Their names, with commas between; of checks those of lints, too. The caller's. */
char *fairy_generator_names(void);
char *fairy_checker_names(void);

/* --- what generators are made with */

/* Adds {"_type":type} to `actions`, which owns it. */
cJSON *fairy_annotate_add(cJSON *actions, const char *type);
