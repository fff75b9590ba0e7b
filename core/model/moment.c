/* Moments as JSON, there and back. */
#include "model/moment.h"

#include "model/recording_form.h"

/* What belongs to a kind. */
enum { FAIRY = 1, TIME = 2, WORDS = 4, PLACE = 8, FAULT = 16, MARK = 32 };

static const struct {
    const char *name;
    guint members;
} kinds[FAIRY_MOMENT_COUNT] = {
    [FAIRY_MOMENT_READ] = {"read", FAIRY | TIME},
    [FAIRY_MOMENT_PROMPT] = {"prompt", FAIRY | TIME | MARK},
    [FAIRY_MOMENT_SUPERVISE] = {"supervise", TIME},
    [FAIRY_MOMENT_DUE] = {"due", TIME},
    [FAIRY_MOMENT_TOLD] = {"told", FAIRY | WORDS},
    [FAIRY_MOMENT_STOPPED] = {"stopped", FAIRY},
    [FAIRY_MOMENT_LIMIT] = {"limit", FAIRY | WORDS | PLACE},
    [FAIRY_MOMENT_WAIT] = {"wait", FAIRY | FAULT},
};

static void add_text(cJSON *json, const char *name, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text ? text : "", -1);
    cJSON_AddStringToObject(json, name, valid);
}

void fairy_moment_to_json(const FairyMoment *moment, cJSON *json)
{
    guint members = kinds[moment->kind].members;
    cJSON_AddStringToObject(json, "what", kinds[moment->kind].name);
    if (members & FAIRY) {
        add_text(json, "fairy", moment->fairy);
    }
    if (members & TIME) {
        cJSON_AddNumberToObject(json, "time", (double)moment->time);
    }
    if ((members & MARK) && moment->mark) {
        add_text(json, "mark", moment->mark);
    }
    if (members & WORDS) {
        add_text(json, "words", moment->words);
    }
    if (members & PLACE) {
        cJSON_AddStringToObject(json, "why", moment->late ? "time" : "interrupted");
        cJSON_AddNumberToObject(json, "run", moment->run);
        cJSON_AddNumberToObject(json, "look", moment->look);
    }
    if (members & FAULT) {
        fairy_api_error_to_json(&moment->api_error, json);
    }
}

/* --- back ------------------------------------------------------------------------------------- */

static gboolean read_fairy(const cJSON *json, FairyMoment *moment)
{
    moment->fairy = g_strdup(fairy_line_text(json, "fairy"));
    return moment->fairy != NULL;
}

static gboolean read_time(const cJSON *json, FairyMoment *moment)
{
    moment->time = fairy_line_number(json, "time", 9e15);
    return moment->time >= 0;
}

/* Recordings of old have none. */
static gboolean read_mark(const cJSON *json, FairyMoment *moment)
{
    moment->mark = g_strdup(fairy_line_text(json, "mark"));
    return moment->mark || !cJSON_HasObjectItem(json, "mark");
}

static gboolean read_words(const cJSON *json, FairyMoment *moment)
{
    moment->words = g_strdup(fairy_line_text(json, "words"));
    return moment->words != NULL;
}

static gboolean read_place(const cJSON *json, FairyMoment *moment)
{
    const char *why = fairy_line_text(json, "why");
    gint64 run = fairy_line_number(json, "run", G_MAXUINT),
           look = fairy_line_number(json, "look", G_MAXUINT);
    moment->late = g_strcmp0(why, "time") == 0;
    moment->run = (guint)MAX(run, 0);
    moment->look = (guint)MAX(look, 0);
    return run >= 0 && look >= 0 && (moment->late || g_strcmp0(why, "interrupted") == 0);
}

static gboolean read_fault(const cJSON *json, FairyMoment *moment)
{
    return fairy_line_text(json, "fault") && fairy_api_error_from_json(json, &moment->api_error);
}

static const struct {
    guint member;
    gboolean (*read)(const cJSON *json, FairyMoment *moment);
    const char *wanted;
} readers[] = {
    {FAIRY, read_fairy, "\"fairy\", the id of one"},
    {TIME, read_time, "\"time\", in microseconds since 1970"},
    {MARK, read_mark, "\"mark\", as text"},
    {WORDS, read_words, "\"words\""},
    {PLACE, read_place, "\"why\" (\"interrupted\" or \"time\"), \"run\" and \"look\""},
    {FAULT, read_fault, "a \"fault\" that is known"},
};

static gboolean find_kind(const cJSON *json, FairyMomentKind *kind)
{
    const char *name = fairy_line_text(json, "what");
    for (guint i = 0; name && i < FAIRY_MOMENT_COUNT; i++) {
        if (g_str_equal(kinds[i].name, name)) {
            *kind = (FairyMomentKind)i;
            return TRUE;
        }
    }
    return FALSE;
}

gboolean fairy_moment_from_json(const cJSON *json, FairyMoment *moment, const char **wanted)
{
    *moment = (FairyMoment){.api_error = {.wait_ms = -1}};
    *wanted = "\"what\", a moment that is known";
    if (!find_kind(json, &moment->kind)) {
        return FALSE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(readers); i++) {
        *wanted = readers[i].wanted;
        if (kinds[moment->kind].members & readers[i].member && !readers[i].read(json, moment)) {
            return FALSE;
        }
    }
    return TRUE;
}

void fairy_moment_clear(FairyMoment *moment)
{
    g_clear_pointer((char **)&moment->fairy, g_free);
    g_clear_pointer((char **)&moment->mark, g_free);
    g_clear_pointer((char **)&moment->words, g_free);
    fairy_api_error_clear(&moment->api_error);
}
