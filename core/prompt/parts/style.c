/* What the drawing looks like so far: colours, fonts, the letters that new words get. */
#include "base/json.h"
#include "prompt/part.h"

#include <fairy/limits.h>
#include <fairy/scene_data.h>
#include <svg/survey.h>

#include <math.h>

#define STYLE        "colours and fonts in use"
#define LETTERS      "letters"
#define MOST_COLOURS 12 /* colours and fonts that are told */

/* To a tenth of model space's unit. */
static void add_length(GString *out, const FairyWriting *writing, double value, const char *what)
{
    double length = fairy_coords_length_to_model(writing->options->coords, value);
    fairy_json_number(out, round(length * 10) / 10);
    g_string_append(out, what);
}

static void add_letters(GString *out, const FairyWriting *writing)
{
    g_auto(SvgLetters) letters = {0};
    svg_document_letters(writing->options->doc, &letters);
    g_string_append(out, LETTERS ": ");
    add_length(out, writing, letters.size, " high, on average ");
    add_length(out, writing, letters.width, " wide, in ");
    fairy_json_text(out, letters.family, FAIRY_SHOWN_NAME_BYTES);
    g_string_append_c(out, '\n');
}

static void write_part(const FairyWriting *writing, GString *out)
{
    g_autofree char *style = fairy_style_text(writing->options->doc, MOST_COLOURS);
    fairy_part_value(out, STYLE, style);
    add_letters(out, writing);
}

const FairyPart fairy_part_style = {
    .name = "style",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {STYLE, LETTERS},
    .write = write_part,
};
