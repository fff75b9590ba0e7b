/* What is told in place of what isn't shown: sums of what was done, and what came of tasks and
 * projects. */
#include "chat/memory_priv.h"
#include "stream/quote.h"

#include <fairy/limits.h>

#include <string.h>

#define MOST_NAMES 12  /* of actions; the rest are counted */
#define MOST_WORDS 120 /* characters of a request, and of a summary in a summary */

struct _FairyTally {
    GHashTable *types; /* name → count; the names are the items' */
    GPtrArray *asked;  /* the person's words, oldest first */
    GPtrArray *ended;  /* what was told of tasks and projects that ended */
    GPtrArray *made;   /* ids of shapes */
    guint n_requests, n_actions, n_refused;
};

/* --- counting --------------------------------------------------------------------------------- */

FairyTally *fairy_tally_new(void)
{
    FairyTally *tally = g_new0(FairyTally, 1);
    tally->types = g_hash_table_new(g_str_hash, g_str_equal);
    tally->asked = g_ptr_array_new();
    tally->ended = g_ptr_array_new();
    tally->made = g_ptr_array_new();
    return tally;
}

void fairy_tally_free(FairyTally *tally)
{
    if (tally) {
        g_hash_table_unref(tally->types);
        g_ptr_array_unref(tally->asked);
        g_ptr_array_unref(tally->ended);
        g_ptr_array_unref(tally->made);
        g_free(tally);
    }
}

static void count_action(FairyTally *tally, const FairyMemoryItem *item)
{
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(tally->types, item->type));
    g_hash_table_insert(tally->types, item->type, GUINT_TO_POINTER(n + 1));
    tally->n_actions++;
    tally->n_refused += item->status == FAIRY_REFUSED;
    for (guint i = 0; item->made && item->made[i]; i++) {
        g_ptr_array_add(tally->made, item->made[i]);
    }
}

static void count(FairyTally *tally, const FairyMemoryItem *item)
{
    if (item->kind == FAIRY_MEMORY_ACTION) {
        count_action(tally, item);
    } else if (item->kind == FAIRY_MEMORY_PROMPT) {
        tally->n_requests++;
        if (item->source == FAIRY_SOURCE_USER) {
            g_ptr_array_add(tally->asked, item->text);
        }
    } else if (item->kind == FAIRY_MEMORY_SUMMARY && !fairy_memory_is_digest(item)) {
        g_ptr_array_add(tally->ended, item->text);
    }
}

void fairy_tally_add(FairyTally *tally, const FairyMemory *memory, FairyScope scope, guint until)
{
    for (guint i = 0; i < memory->items->len; i++) {
        const FairyMemoryItem *item = memory->items->pdata[i];
        if (item->number <= until && fairy_scope_equal(item->scope, scope)) {
            count(tally, item);
        }
    }
}

/* --- in words --------------------------------------------------------------------------------- */

static gint most_first(gconstpointer a, gconstpointer b, gpointer counts)
{
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, a));
    guint m = GPOINTER_TO_UINT(g_hash_table_lookup(counts, b));
    return n != m ? (n < m ? 1 : -1) : strcmp(a, b);
}

/* " (create 40, move 47)" */
static void append_types(GString *out, GHashTable *types)
{
    GList *names = g_list_sort_with_data(g_hash_table_get_keys(types), most_first, types);
    guint n = 0, rest = 0;
    for (const GList *at = names; at; at = at->next) {
        guint times = GPOINTER_TO_UINT(g_hash_table_lookup(types, at->data));
        g_autofree char *shown = fairy_text_head(at->data, FAIRY_MAX_TASK_ID);
        g_autofree char *name = fairy_one_line(shown);
        if (n < MOST_NAMES) {
            g_string_append_printf(out, "%s%s %u", n ? ", " : " (", name, times);
        }
        rest += n++ < MOST_NAMES ? 0 : times;
    }
    if (rest) {
        g_string_append_printf(out, ", others %u", rest);
    }
    g_string_append(out, n ? ")" : "");
    g_list_free(names);
}

/* As many of the newest as there is room for, the oldest of them first. */
static void append_texts(GString *out, const char *heading, const GPtrArray *texts, gsize room)
{
    g_autoptr(GPtrArray) quoted = g_ptr_array_new_with_free_func(g_free);
    guint first = texts->len;
    for (gsize used = strlen(heading); first > 0; first--) {
        char *text = fairy_quote_most(texts->pdata[first - 1], MOST_WORDS);
        used += strlen(text) + 2;
        if (used > room) {
            g_free(text);
            break;
        }
        g_ptr_array_add(quoted, text);
    }
    if (quoted->len == 0) {
        return;
    }
    g_string_append_printf(out, " %s", heading);
    if (first > 0) {
        g_string_append_printf(out, " (and %u before)", first);
    }
    for (guint i = quoted->len; i > 0; i--) {
        g_string_append_printf(out, "%s%s", i == quoted->len ? ": " : ", ",
                               (char *)quoted->pdata[i - 1]);
    }
    g_string_append_c(out, '.');
}

static void append_made(GString *out, const GPtrArray *made, gsize room)
{
    guint n = 0;
    gsize start = out->len;
    for (; n < made->len && out->len - start < room; n++) {
        g_autofree char *id = fairy_one_line(made->pdata[n]);
        g_string_append_printf(out, "%s%s", n ? ", " : " Shapes made: ", id);
    }
    if (n > 0) {
        g_autofree char *rest =
            n < made->len ? g_strdup_printf(" and %u more", made->len - n) : g_strdup("");
        g_string_append_printf(out, "%s.", rest);
    }
}

char *fairy_tally_text(const FairyTally *tally, gboolean asked, gsize most)
{
    GString *out = g_string_new(NULL);
    if (asked) {
        g_string_append_printf(out, "%u request%s, ", tally->n_requests,
                               tally->n_requests == 1 ? "" : "s");
    }
    g_string_append_printf(out, "%u action%s", tally->n_actions, tally->n_actions == 1 ? "" : "s");
    append_types(out, tally->types);
    if (tally->n_refused) {
        g_string_append_printf(out, ", %u of them refused", tally->n_refused);
    }
    g_string_append_c(out, '.');
    if (asked) {
        append_texts(out, "The person asked", tally->asked, most / 2);
        append_texts(out, "What ended", tally->ended, most / 4);
    }
    append_made(out, tally->made, most / 8);
    return g_string_free(out, FALSE);
}

/* --- the end of a task or project ------------------------------------------------------------- */

/* What isn't shown any more, and what came of it, which is made one paragraph. Takes `left_out` and
 * `words`. */
static void end_scope(FairyMemory *memory, FairyScope outer, char *left_out, const char *text,
                      char *words)
{
    FairyMemoryItem *item = fairy_memory_item_new(memory, FAIRY_MEMORY_TRANSITION, outer);
    item->text = left_out;
    fairy_memory_append(memory, item);
    item = fairy_memory_item_new(memory, FAIRY_MEMORY_SUMMARY, outer);
    item->text = fairy_one_line(text);
    item->words = words;
    fairy_memory_append(memory, item);
}

static FairyScope task_scope(const FairyTask *task)
{
    return (FairyScope){FAIRY_LEVEL_TASK, task->id};
}

void fairy_memory_end_task(FairyMemory *memory, const FairyTask *task)
{
    static const char *const ends[FAIRY_TASK_STATE_COUNT] = {
        [FAIRY_TASK_TODO] = "put back",       [FAIRY_TASK_IN_PROGRESS] = "broken off",
        [FAIRY_TASK_DONE] = "done",           [FAIRY_TASK_FAILED] = "failed",
        [FAIRY_TASK_CANCELLED] = "cancelled", [FAIRY_TASK_DELETED] = "dropped",
        [FAIRY_TASK_LOST] = "lost",
    };
    fairy_memory_end(memory, FALSE);
    FairyScope outer = {task->project ? FAIRY_LEVEL_PROJECT : FAIRY_LEVEL_FAIRY, task->project};
    g_autoptr(FairyTally) tally = fairy_tally_new();
    fairy_tally_add(tally, memory, task_scope(task), G_MAXUINT);
    g_autofree char *done = fairy_tally_text(tally, FALSE, FAIRY_MAX_SUMMARY_BYTES);
    gboolean because = task->reason && *task->reason;
    gboolean about = task->text && *task->text;
    g_autofree char *text = g_strdup_printf(
        "Your task %s, \"%s\", is %s%s%s. What it was: %s What you did: %s", task->id, task->title,
        ends[task->state], because ? ": " : "", because ? task->reason : "",
        about ? task->text : "no more was said.", done);
    char *left_out =
        g_strdup_printf("What you did at task %s is left out here, for brevity.", task->id);
    end_scope(memory, outer, left_out, text, NULL);
}

/* What is told of a project's end: to the model, who led it or did some of it; to the person. */
static const struct {
    const char *end;               /* of "the project … " */
    const char *led_words, *words; /* to the person; a title follows; NULL = nothing */
    gboolean told_anyway;          /* also to who had no part in it */
} project_ends[] = {
    [FAIRY_PROJECT_NEW] = {"was broken off", NULL, NULL, FALSE},
    [FAIRY_PROJECT_OPEN] = {"was broken off", NULL, NULL, FALSE},
    [FAIRY_PROJECT_ENDED] = {"is completed", "I led a project that is completed",
                             "I worked on a project that is completed", FALSE},
    [FAIRY_PROJECT_ABORTED] = {"was given up before it began", "I gave the project up",
                               "The project was given up", TRUE},
    [FAIRY_PROJECT_CANCELLED] = {"was cancelled", "The project that I led was cancelled",
                                 "The project was cancelled", TRUE},
};

/* "fairy-2, fairy-3" */
static char *others_of(const FairyProject *project, const char *fairy)
{
    g_autoptr(GPtrArray) others = g_ptr_array_new();
    for (guint i = 0; i < project->members->len; i++) {
        const FairyMember *member = project->members->pdata[i];
        if (!g_str_equal(member->fairy, fairy)) {
            g_ptr_array_add(others, member->fairy);
        }
    }
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < others->len; i++) {
        g_string_append_printf(out, "%s%s", i ? ", " : "", (char *)others->pdata[i]);
    }
    return g_string_free(out, FALSE);
}

/* Sums the project and the fairy's tasks of it up; how many of these are done. */
static guint count_project(FairyTally *tally, const FairyMemory *memory,
                           const FairyProjects *projects, const FairyProject *project,
                           const char *fairy)
{
    const GPtrArray *tasks = fairy_projects_tasks(projects);
    guint n_done = 0;
    fairy_tally_add(tally, memory, (FairyScope){FAIRY_LEVEL_PROJECT, project->id}, G_MAXUINT);
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *task = tasks->pdata[i];
        if (g_strcmp0(task->project, project->id) == 0 && g_str_equal(task->fairy, fairy)) {
            fairy_tally_add(tally, memory, task_scope(task), G_MAXUINT);
            n_done += task->state == FAIRY_TASK_DONE;
        }
    }
    return n_done;
}

static char *project_text(const FairyProject *project, gboolean leads, guint n_done,
                          const char *fairy, const char *done)
{
    g_autofree char *others = others_of(project, fairy);
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "The project \"%s\", that you %s together with %s, %s%s%s.",
                           *project->title ? project->title : project->id,
                           leads ? "led" : "worked on", others, project_ends[project->state].end,
                           project->reason ? ": " : "", project->reason ? project->reason : "");
    if (*project->description) {
        g_string_append_printf(out, " What it was: %s", project->description);
    }
    if (n_done) {
        g_string_append_printf(out, " You completed %u task%s of it.", n_done,
                               n_done == 1 ? "" : "s");
    }
    g_string_append_printf(out, " What you did: %s", done);
    return g_string_free(out, FALSE);
}

void fairy_memory_end_project(FairyMemory *memory, const FairyProjects *projects,
                              const FairyProject *project, const char *fairy)
{
    fairy_memory_end(memory, FALSE);
    g_autoptr(FairyTally) tally = fairy_tally_new();
    guint n_done = count_project(tally, memory, projects, project, fairy);
    gboolean leads = g_str_equal(fairy_project_leader(project), fairy);
    if (!leads && n_done == 0 && !project_ends[project->state].told_anyway) {
        return;
    }
    g_autofree char *done = fairy_tally_text(tally, FALSE, FAIRY_MAX_SUMMARY_BYTES);
    const char *words =
        leads ? project_ends[project->state].led_words : project_ends[project->state].words;
    char *left_out = g_strdup_printf(
        "What you did for the project %s is left out here, for brevity.", project->id);
    const char *end = project->reason ? project->reason : project->title;
    g_autofree char *text = project_text(project, leads, n_done, fairy, done);
    end_scope(memory, (FairyScope){FAIRY_LEVEL_FAIRY, NULL}, left_out, text,
              words ? g_strdup_printf("%s: %s", words, end) : NULL);
}
