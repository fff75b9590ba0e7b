/* Reading path data command by command. */
#include "values/path_read.h"

#include <string.h>

/* A letter per argument: x, y coordinates; n a number; f a flag. */
static const char *const ARGS[] = {
    ['M' - 'A'] = "xy",      ['L' - 'A'] = "xy",   ['H' - 'A'] = "x",  ['V' - 'A'] = "y",
    ['C' - 'A'] = "xyxyxy",  ['S' - 'A'] = "xyxy", ['T' - 'A'] = "xy", ['Q' - 'A'] = "xyxy",
    ['A' - 'A'] = "nnnffxy", ['Z' - 'A'] = "",
};

static const char *args_of(char command)
{
    guint i = (guint)(guchar)g_ascii_toupper(command) - 'A';
    return i < G_N_ELEMENTS(ARGS) ? ARGS[i] : NULL;
}

static SvgPathArgKind kind_of(char letter)
{
    return letter == 'x'   ? SVG_ARG_X
           : letter == 'y' ? SVG_ARG_Y
           : letter == 'f' ? SVG_ARG_FLAG
                           : SVG_ARG_PLAIN;
}

static gboolean read_arg(SvgPathReader *reader, SvgPathArgKind kind)
{
    SvgPathArg *arg = &reader->args[reader->n_args];
    arg->kind = kind;
    arg->text = reader->at;
    if (kind != SVG_ARG_FLAG) {
        if (!svg_number_read(&reader->at, &arg->value)) {
            return FALSE;
        }
    } else {
        if (*reader->at != '0' && *reader->at != '1') {
            return FALSE;
        }
        arg->value = *reader->at++ == '1';
    }
    arg->end = reader->at;
    reader->n_args++;
    return TRUE;
}

static gboolean read_args(SvgPathReader *reader, const char *kinds)
{
    reader->n_args = 0;
    for (; *kinds; kinds++) {
        if (reader->n_args > 0) {
            svg_skip_comma(&reader->at);
        }
        if (!read_arg(reader, kind_of(*kinds))) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean read_letter(SvgPathReader *reader)
{
    char letter = *reader->at;
    if (!args_of(letter) || (reader->command == '\0' && g_ascii_toupper(letter) != 'M')) {
        return FALSE;
    }
    reader->leading = reader->command == '\0';
    reader->command = g_ascii_toupper(letter);
    reader->relative = g_ascii_islower(letter);
    reader->at++;
    svg_skip_space(&reader->at);
    return TRUE;
}

/* The letter is left out: more arguments for the command before. */
static gboolean repeat(SvgPathReader *reader)
{
    if (reader->command == '\0' || reader->command == 'Z') {
        return FALSE;
    }
    if (reader->command == 'M') {
        reader->command = 'L';
    }
    reader->leading = FALSE;
    return TRUE;
}

void svg_path_reader_init(SvgPathReader *reader, const char *d)
{
    memset(reader, 0, sizeof *reader);
    reader->at = d ? d : "";
}

gboolean svg_path_reader_next(SvgPathReader *reader)
{
    if (reader->failed) {
        return FALSE;
    }
    svg_skip_space(&reader->at);
    const char *before = reader->at;
    gboolean comma = svg_skip_comma(&reader->at);
    if (!comma && !*reader->at) {
        return FALSE;
    }
    gboolean letter = g_ascii_isalpha(*reader->at);
    if (comma && (letter || !*reader->at || reader->command == '\0')) {
        reader->at = before;
        reader->failed = TRUE;
    } else {
        reader->start = reader->at;
        reader->failed = !(letter ? read_letter(reader) : repeat(reader)) ||
                         !read_args(reader, args_of(reader->command));
    }
    return !reader->failed;
}
