/* Annotation jobs: what their files may say, and what is told of those that can't be read. */
#include <fairy/annotation.h>
#include <fairy/error.h>
#include <svg/document.h>

#include <glib/gstdio.h>

#include <string.h>

#define HEAD "[job]\nsummary=It is tried\n"

static char *folder;

static char *write_job(const char *name, const char *text)
{
    char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    return path;
}

static FairyAnnotation *load(const char *text)
{
    g_autofree char *path = write_job("tried.ini", text);
    g_autoptr(GError) error = NULL;
    FairyAnnotation *job = fairy_annotation_load(path, &error);
    g_assert_no_error(error);
    return job;
}

static SvgDocument *parse(const char *text)
{
    SvgDocument *doc = svg_document_parse(text, strlen(text), "tried.svg", NULL);
    g_assert_nonnull(doc);
    return doc;
}

/* --- what it says ----------------------------------------------------------------------------- */

static void test_says(void)
{
    g_autoptr(FairyAnnotation) job =
        load(HEAD "prompt=Say it in ${to}; and ${to} again, $ {to}.\nactions=describe;message\n"
                  "picture=false\n[options]\nto=en\nelse=\n[about]\nto=the language\n");
    g_assert_cmpstr(fairy_annotation_name(job), ==, "tried");
    g_assert_cmpstr(fairy_annotation_summary(job), ==, "It is tried");
    g_assert_false(fairy_annotation_has_picture(job));
    g_assert_false(fairy_annotation_has_offline(job));
    g_assert_null(fairy_annotation_option(job, "else"));
    g_assert_null(fairy_annotation_option(job, "nothing"));
    g_assert_true(fairy_annotation_set(job, "to", "a${to}\\1", NULL));
    g_assert_cmpstr(fairy_annotation_prompt(job), ==,
                    "Say it in a${to}\\1; and a${to}\\1 again, $ {to}.");
    const FairyAction *const *actions = fairy_annotation_actions(job);
    g_assert_cmpstr(actions[0]->name, ==, "describe");
    g_assert_cmpstr(actions[1]->name, ==, "message");
    g_assert_null(actions[2]);
}

static void test_options(void)
{
    g_autoptr(FairyAnnotation) job = load(HEAD "offline=alt-text\n[options]\none=\ntwo=yes\n");
    g_autoptr(GError) error = NULL;
    g_autofree char *before = fairy_annotation_identity(job);
    g_assert_true(fairy_annotation_is_on(job, "two"));
    g_assert_false(fairy_annotation_is_on(job, "one"));
    g_assert_false(fairy_annotation_set(job, "three", "x", &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
    g_assert_cmpstr(error->message, ==, "the job tried has no option \"three\"; it has one, two");
    g_clear_error(&error);
    g_assert_false(fairy_annotation_set(job, "one", "\xff", &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
    g_assert_true(fairy_annotation_set(job, "one", "x", NULL));
    g_autofree char *after = fairy_annotation_identity(job);
    g_assert_cmpstr(before, !=, after);
}

static void test_bad(void)
{
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"summary=x\n", "it is no job"},
        {"[job]\noffline=alt-text\n", "nothing of what it is for"},
        {HEAD, "nothing that is to do"},
        {HEAD "prompt=  \n", "prompt: it is empty"},
        {HEAD "prompt=${x}\n", "prompt: ${x} is no option"},
        {HEAD "prompt=x\nactions=fly\n", "actions: there is no action \"fly\""},
        {HEAD "prompt=x\nchecks=luck\n", "checks: there is no check \"luck\""},
        {HEAD "prompt=x\nchecks=luck\n", "text-overflow"},
        {HEAD "offline=magic\n", "offline: there is no offline half \"magic\""},
        {HEAD "prompt=x\npicture=maybe\n", "picture: \"maybe\""},
        {HEAD "prompt=x\nwords=x\n", "[job] has no \"words\""},
        {HEAD "prompt=x\n[other]\n", "no group [other]"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = write_job("bad.ini", rows[i].text);
        g_autoptr(GError) error = NULL;
        g_test_message("%s", rows[i].why);
        g_assert_null(fairy_annotation_load(path, &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
        g_assert_nonnull(strstr(error->message, rows[i].why));
        g_assert_nonnull(strstr(error->message, "bad.ini"));
    }
}

static void test_found(void)
{
    g_autofree char *own = g_build_filename(g_get_user_config_dir(), "fairies", "jobs", NULL);
    g_autofree char *path = g_build_filename(own, "mine.ini", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_null(fairy_annotation_load("mine", &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
    g_assert_cmpint(g_mkdir_with_parents(own, 0700), ==, 0);
    g_assert_true(g_file_set_contents(path, HEAD "prompt=x\n", -1, NULL));
    g_autoptr(FairyAnnotation) job = fairy_annotation_load("mine", NULL);
    g_assert_cmpstr(fairy_annotation_name(job), ==, "mine");
    g_auto(GStrv) files = fairy_annotation_files();
    g_assert_true(g_strv_contains((const char *const *)files, path));
}

/* --- at a drawing ----------------------------------------------------------------------------- */

static void test_none_offline(void)
{
    g_autoptr(FairyAnnotation) job = load(HEAD "prompt=x\n");
    g_autoptr(SvgDocument) doc = parse("<svg xmlns='http://www.w3.org/2000/svg'/>");
    const FairyAnnotated drawing = {.doc = doc};
    g_autoptr(GError) error = NULL;
    g_assert_null(fairy_annotation_reply(job, &drawing, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
}

/* Lints that were there before aren't the job's. */
static void test_lints(void)
{
    static const char text[] =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 400' font-size='12'>"
        "<rect id='a' x='100' y='100' width='60' height='30' fill='none' stroke='black'/>"
        "<text id='t' x='104' y='120'>Authentication</text></svg>";
    g_autoptr(FairyAnnotation) job = load(HEAD "prompt=x\nchecks=text-overflow\n");
    g_autoptr(SvgDocument) doc = parse(text);
    const FairyAnnotated drawing = {.doc = doc};
    g_autofree char *why = fairy_annotation_check(job, &drawing, NULL);
    g_assert_true(g_str_has_prefix(why, "check text-overflow: "));
    g_autoptr(GHashTable) before = fairy_annotation_look(job, doc);
    g_assert_null(fairy_annotation_check(job, &drawing, before));
}

int main(int argc, char **argv)
{
    folder = g_dir_make_tmp("annotation-XXXXXX", NULL);
    g_setenv("XDG_CONFIG_HOME", folder, TRUE);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/annotation/says", test_says);
    g_test_add_func("/annotation/options", test_options);
    g_test_add_func("/annotation/bad", test_bad);
    g_test_add_func("/annotation/found", test_found);
    g_test_add_func("/annotation/none-offline", test_none_offline);
    g_test_add_func("/annotation/lints", test_lints);
    return g_test_run();
}
