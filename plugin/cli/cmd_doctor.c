/* fairy doctor: whether everything is there and works, and what to do if not. */
#include "commands.h"
#include "inkscape.h"
#include "report.h"

#include <fairy/health.h>

typedef struct {
    const CliOptions *options;
    gboolean bad;
} Doctor;

static const char *const words[] = {
    [SVG_HEALTH_GOOD] = "ok",
    [SVG_HEALTH_WARNING] = "warn",
    [SVG_HEALTH_BAD] = "fail",
};

static void print_item(const SvgHealthItem *item)
{
    cli_print_line(stdout, "%-4s  %-12s  %s%s%s", words[item->health], item->what, item->found,
                   item->fix != NULL ? ". What to do: " : "", item->fix != NULL ? item->fix : "");
}

static void print_item_json(const SvgHealthItem *item)
{
    g_autofree char *found = g_utf8_make_valid(item->found, -1);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "health", words[item->health]);
    cJSON_AddStringToObject(json, "what", item->what);
    cJSON_AddStringToObject(json, "found", found);
    if (item->fix != NULL) {
        cJSON_AddStringToObject(json, "fix", item->fix);
    }
    cli_print_json(stdout, json);
}

static void tell(const SvgHealthItem *item, gpointer data)
{
    Doctor *doctor = data;
    doctor->bad |= item->health == SVG_HEALTH_BAD;
    if (doctor->options->json) {
        print_item_json(item);
    } else {
        print_item(item);
    }
}

int cli_doctor(const CliOptions *options)
{
    Doctor doctor = {.options = options};
    fairy_health(tell, &doctor);
    svg_health(tell, &doctor);
    cli_inkscape_health(tell, &doctor);
    return doctor.bad ? CLI_EXIT_INPUT : CLI_EXIT_DONE;
}
