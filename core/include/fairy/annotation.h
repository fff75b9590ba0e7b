/* Annotation jobs: what a batch does to each drawing, as a file that says it all. A job has a
 * prompt for a model, or an offline half that needs none, or both; which actions may be used, so
 * that what a model is sent is small and the same each time; and checks of what came of it.
 *
 * The file is a GKeyFile, UTF-8:
 *
 *     [job]
 *     summary=Title and description for who can't see the drawing
 *     prompt=Describe … in ${language}.       what a model is asked
 *     actions=describe;set-accessibility      by their names
 *     picture=true                            the model is shown one, too
 *     offline=alt-text                        the offline half, by its name
 *     checks=alt-text;text-overflow           by their names; those of lints: no new ones
 *
 *     [options]
 *     language=                               an option and its default
 *     only-missing=false
 *
 *     [about]
 *     language=the language of the words       a clause about each, for people
 *
 * summary is needed, and of prompt and offline one. "${NAME}" in a prompt is the option's value,
 * "${file:NAME}" what is in the file that it names.
 *
 * An offline half makes a reply, {"actions":[…]}, from the drawing, which is carried out as any
 * reply: locks, undo, byte-exactness and outcomes hold. A check that fails makes a drawing partly
 * done. */
#pragma once

#include <fairy/executor.h>
#include <svg/document.h>

typedef struct _FairyAnnotation FairyAnnotation;

/* Reads a job: a path (with "/", or that ends in ".ini"), or the name of a file in fairies/jobs/
 * under g_get_user_config_dir() or of one that is installed with the program. Free with
 * fairy_annotation_free(). Returns NULL with FAIRY_ERROR_USAGE if there is none (the message lists
 * those there are) or it says something that isn't known. */
FairyAnnotation *fairy_annotation_load(const char *name, GError **error);
/* Accepts NULL. */
void fairy_annotation_free(FairyAnnotation *annotation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyAnnotation, fairy_annotation_free)

/* Returns the paths of all jobs that fairy_annotation_load() finds by name, by name;
 * NULL-terminated. Free with g_strfreev(). */
char **fairy_annotation_files(void);

/* Sets an option of the job. Returns FALSE with FAIRY_ERROR_USAGE, which lists its options, if it
 * has none of that name. Not after anything else was asked of it. */
gboolean fairy_annotation_set(FairyAnnotation *annotation, const char *option, const char *value,
                              GError **error);

/* All of these are borrowed from the annotation. */
const char *fairy_annotation_name(const FairyAnnotation *annotation);
const char *fairy_annotation_summary(const FairyAnnotation *annotation);
/* The value of an option; NULL if it has none of that name, or it is "". */
const char *fairy_annotation_option(const FairyAnnotation *annotation, const char *option);
/* Whether the option is "true", "yes" or "1". */
gboolean fairy_annotation_is_on(const FairyAnnotation *annotation, const char *option);
/* What a model is asked, with the options put in; NULL = it needs its offline half. */
const char *fairy_annotation_prompt(FairyAnnotation *annotation);
/* NULL-terminated; NULL = any. */
const FairyAction *const *fairy_annotation_actions(const FairyAnnotation *annotation);
/* What has to hold of a model's actions besides; NULL = nothing. Reads what that needs, which
 * fairy_annotation_has_needs() has found: what can't be read objects to nothing. */
const FairyGuard *fairy_annotation_guard(FairyAnnotation *annotation);
gboolean fairy_annotation_has_picture(const FairyAnnotation *annotation);
gboolean fairy_annotation_has_offline(const FairyAnnotation *annotation);
/* Whether its options say all that is needed for any drawing, and their files can be read;
 * `offline`: without a model. Returns FALSE with FAIRY_ERROR_USAGE. */
gboolean fairy_annotation_has_needs(const FairyAnnotation *annotation, gboolean offline,
                                    GError **error);
/* All on which it depends what is done to a drawing, as text. Free with g_free(). */
char *fairy_annotation_identity(const FairyAnnotation *annotation);
/* Calls `each` for each option, by name; `about` may be NULL. */
void fairy_annotation_each_option(const FairyAnnotation *annotation,
                                  void (*each)(const char *option, const char *value,
                                               const char *about, gpointer data),
                                  gpointer data);

/* --- for each drawing: these change nothing in the annotation, and can be called in any thread */

/* A drawing that the job is about. */
typedef struct {
    SvgDocument *doc;
    const char *path; /* as it was given, for messages and names of files; NULL = none */
} FairyAnnotated;

/* What the offline half answers: {"actions":[…]}. Free with g_bytes_unref(). Returns NULL with an
 * error if it has none, or can't be made. */
GBytes *fairy_annotation_reply(const FairyAnnotation *annotation, const FairyAnnotated *drawing,
                               GError **error);
/* Returns what has to be known of a drawing before the job is done, for fairy_annotation_check().
 * Free with g_hash_table_unref(). */
GHashTable *fairy_annotation_look(const FairyAnnotation *annotation, SvgDocument *doc);
/* Returns why the drawing, as it is now, isn't as the job wants it: a sentence that names the
 * check. `before` may be NULL: then all lints count. Free with g_free(). NULL = all is well. */
char *fairy_annotation_check(const FairyAnnotation *annotation, const FairyAnnotated *drawing,
                             GHashTable *before);
