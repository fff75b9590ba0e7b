/* Random verbs with random arguments, a part of them hostile; and what tests on many files share.
 */
#include "common/random_edits.h"

#include <svg/edit_legend.h>
#include <svg/lines.h>

#include <math.h>
#include <string.h>

/* --- random values ---------------------------------------------------------------------------- */

static double random_number(GRand *rand)
{
    static const double odd[] = {0, -1, 1e-9, 1e9, -1e9, 1e300, NAN, INFINITY};
    return g_rand_int_range(rand, 0, 12) ? g_rand_double_range(rand, -500, 500)
                                         : odd[g_rand_int_range(rand, 0, G_N_ELEMENTS(odd))];
}

static const char *random_text(GRand *rand)
{
    static const char *const texts[] = {
        "",       "a",
        "Log in", "two\nlines",
        "<&>\"'", "ünïcödé ☃ 🧚",
        "a  b",   "]]>",
        "-->",    "a very long label that has to be wrapped more than once"};
    return texts[g_rand_int_range(rand, 0, G_N_ELEMENTS(texts))];
}

static const char *random_id(GRand *rand, GPtrArray *shapes)
{
    if (!shapes->len || !g_rand_int_range(rand, 0, 40)) {
        return "no-such-id";
    }
    const SvgShape *shape = shapes->pdata[g_rand_int_range(rand, 0, (gint)shapes->len)];
    return shape->label_id && !g_rand_int_range(rand, 0, 4) ? shape->label_id : shape->id;
}

static void random_ids(GRand *rand, GPtrArray *shapes, const char *ids[5])
{
    int n = g_rand_int_range(rand, 0, 5);
    for (int i = 0; i < n; i++) {
        ids[i] = random_id(rand, shapes);
    }
    ids[n] = NULL;
}

static void random_spec(GRand *rand, GPtrArray *shapes, SvgSpec *spec)
{
    static const char *const colors[] = {"red", "light-blue", "#abc", "tomato", "no colour", NULL};
    *spec = (SvgSpec){.given = g_rand_int(rand) & ((1u << 19) - 1),
                      .kind = (SvgKind)g_rand_int_range(rand, 0, SVG_KIND_COUNT)};
    if (g_rand_boolean(rand)) {
        spec->given &= ~(guint)SVG_SPEC_KIND;
    }
    double *numbers[] = {&spec->x,  &spec->y,  &spec->w,  &spec->h,   &spec->x1,
                         &spec->y1, &spec->x2, &spec->y2, &spec->bend};
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        *numbers[i] = random_number(rand);
    }
    spec->given |= g_rand_boolean(rand) ? SVG_SPEC_FROM_SIDE : 0;
    spec->given |= g_rand_boolean(rand) ? SVG_SPEC_TO_SIDE : 0;
    spec->sides[0] = (SvgSide)g_rand_int_range(rand, 0, 4);
    spec->sides[1] = (SvgSide)g_rand_int_range(rand, 0, 4);
    spec->font_size = g_rand_double_range(rand, 1, 60);
    spec->max_width = g_rand_boolean(rand) ? g_rand_double_range(rand, 1, 300) : INFINITY;
    spec->color = colors[g_rand_int_range(rand, 0, G_N_ELEMENTS(colors))];
    spec->fill = (SvgFill)g_rand_int_range(rand, 0, 5);
    spec->fit = (SvgFit)g_rand_int_range(rand, 0, 3);
    spec->anchor = (SvgAnchor)g_rand_int_range(rand, 0, 9);
    spec->text = g_rand_boolean(rand) ? random_text(rand) : NULL;
    spec->from_id = g_rand_boolean(rand) ? random_id(rand, shapes) : NULL;
    spec->to_id = g_rand_boolean(rand) ? random_id(rand, shapes) : NULL;
    const char **places[] = {&spec->parent_id, &spec->above_id, &spec->below_id};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        *places[i] = g_rand_int_range(rand, 0, 4) ? NULL : random_id(rand, shapes);
    }
}

static gboolean random_pen(GRand *rand, SvgEdit *edit, const SvgSpec *spec, GError **error)
{
    SvgPoint points[6];
    guint8 turns[6];
    for (gsize i = 0; i < G_N_ELEMENTS(points); i++) {
        points[i] = (SvgPoint){random_number(rand), random_number(rand)};
        turns[i] = (guint8)g_rand_int_range(rand, SVG_PEN_AS_SAID, SVG_PEN_SMOOTH + 1);
    }
    SvgPen pen = {points, (guint)g_rand_int_range(rand, 0, G_N_ELEMENTS(points) + 1),
                  g_rand_boolean(rand), g_rand_boolean(rand), turns};
    return svg_edit_pen(edit, spec, &pen, error) != NULL;
}

static const SvgGradient *random_gradient(GRand *rand)
{
    static const SvgGradient gradients[] = {
        {"red", "blue", 90, FALSE}, {"#abc8", "white", 30.55, FALSE}, {"green", "none", 0, TRUE}};
    guint which = (guint)g_rand_int_range(rand, 0, 8);
    return which < G_N_ELEMENTS(gradients) ? &gradients[which] : NULL;
}

static void random_styling(GRand *rand, SvgStyling *styling)
{
    static const char *const paints[] = {"red", "none", "#abc8", "url(#x)", NULL, NULL, NULL};
    static const char *const colors[] = {"green", "#abc8", "none", NULL, NULL, NULL, NULL};
    static const char *const families[] = {"serif", "No 5, 'x'", "a;b", NULL, NULL};
    guint some = g_rand_int(rand), others = g_rand_int(rand);
    *styling = (SvgStyling){
        .given = some & others & ((1u << 10) - 1),
        .color = colors[g_rand_int_range(rand, 0, G_N_ELEMENTS(colors))],
        .stroke = paints[g_rand_int_range(rand, 0, G_N_ELEMENTS(paints))],
        .fill = paints[g_rand_int_range(rand, 0, G_N_ELEMENTS(paints))],
        .stroke_width = g_rand_double_range(rand, 0, 9),
        .dash = (SvgDash)g_rand_int_range(rand, 0, 3),
        .opacity = g_rand_int_range(rand, 0, 5) / 4.0,
        .corner_radius = g_rand_double_range(rand, 0, 9),
        .font_family = families[g_rand_int_range(rand, 0, G_N_ELEMENTS(families))],
        .font_size = g_rand_double_range(rand, 1, 60),
        .bold = g_rand_boolean(rand),
        .italic = g_rand_boolean(rand),
        .align = (SvgAlong)g_rand_int_range(rand, 0, 3),
        .gradient = random_gradient(rand),
        .heads = {(SvgHead)g_rand_int_range(rand, 0, SVG_HEAD_OTHER),
                  (SvgHead)g_rand_int_range(rand, 0, SVG_HEAD_OTHER)},
    };
}

/* Some of it can't be written; the numbers may be beyond reach. */
static gboolean random_markup(GRand *rand, SvgEdit *edit, const SvgSpec *spec, GError **error)
{
    static const char *const texts[] = {
        "<rect id='a' x='5' y='5' width='30' height='20' rx='4' fill='red'/>",
        "<linearGradient id='fade'><stop offset='0'/></linearGradient><circle r='9' fill='url(#fade)'/>",
        "<g id='g'><text x='5' y='5'>ünï &amp; <tspan id='s'>b</tspan></text></g><use href='#g'/>",
        "<path d='M0 0L9 9' marker-end='url(#m)'/><defs><marker id='m'><path d='M0 0'/></marker></defs>",
        "<svg xmlns='http://www.w3.org/2000/svg'><ellipse rx='4' ry='9' onclick='x'/></svg>",
        "<rect width='1e9' height='5'/>",
        "<script/>",
        "<g><g>",
    };
    const char *text = texts[g_rand_int_range(rand, 0, G_N_ELEMENTS(texts))];
    double scale = g_rand_boolean(rand) ? 1 : g_rand_double_range(rand, 0.1, 3);
    SvgMatrix space = {scale, 0, 0, scale, random_number(rand), random_number(rand)};
    g_auto(GStrv) ids = svg_edit_insert_markup(edit, text, spec, space, error);
    return ids != NULL;
}

static gboolean random_attributes(GRand *rand, SvgEdit *edit, const char *id, GError **error)
{
    static const char *const texts[] = {
        "fill='red'",
        "x='7' y='-3'",
        "transform='rotate(20)'",
        "stroke-dasharray='4 2' rx='3'",
        "d='M0 0C5 5 9 0 20 20'",
        "r='12'",
        "points='0,0 9,9 0,9'",
        "opacity=''",
        "width='1e9'",
        "stroke='none' stroke-width='3'",
        "onload='x'",
        "fill='url(#nothing)'",
        "font-size='30'",
        "display='none'",
        "marker-end='none'",
        "x='",
    };
    return svg_edit_set_attributes(edit, id, texts[g_rand_int_range(rand, 0, G_N_ELEMENTS(texts))],
                                   error);
}

/* --- one random verb -------------------------------------------------------------------------- */

/* Few shapes, mostly. */
static gboolean random_clear(GRand *rand, SvgEdit *edit, GError **error)
{
    SvgCleared told;
    SvgBox box = {random_number(rand), random_number(rand), g_rand_double_range(rand, -5, 60),
                  g_rand_double_range(rand, 0, 60)};
    return svg_edit_clear(edit, g_rand_int_range(rand, 0, 50) ? &box : NULL, &told, error);
}

static gboolean random_ungroup(SvgEdit *edit, const char *id, GError **error)
{
    g_autoptr(GPtrArray) children = svg_edit_ungroup(edit, id, error);
    return children != NULL;
}

static gboolean random_recolor(GRand *rand, SvgEdit *edit, const char *const *ids, GError **error)
{
    static const char *const colors[] = {"black", "#000", "white", "red", "#fff8", "grey", "none"};
    SvgRecolored told;
    return svg_edit_recolor(edit, g_rand_boolean(rand) ? ids : NULL,
                            colors[g_rand_int_range(rand, 0, G_N_ELEMENTS(colors))],
                            colors[g_rand_int_range(rand, 0, G_N_ELEMENTS(colors))], &told, error);
}

static gboolean random_line(GRand *rand, SvgEdit *edit, const char *id, GError **error)
{
    SvgLinePlace place = {
        .op = (SvgLineOp)g_rand_int_range(rand, 0, SVG_N_LINE_OPS),
        .line = (guint)g_rand_int_range(rand, 0, 4),
        .compartment = g_rand_int_range(rand, 0, 3) ? 0 : (guint)g_rand_int_range(rand, 1, 4),
        .span = g_rand_int_range(rand, 0, 4) ? 0 : (guint)g_rand_int_range(rand, 1, 4),
    };
    return svg_edit_set_line(edit, id, &place, random_text(rand), error);
}

static gboolean random_insertion(GRand *rand, SvgEdit *edit, GPtrArray *shapes, GError **error)
{
    g_autofree char *copy = svg_edit_insert_between(
        edit, random_id(rand, shapes), random_id(rand, shapes), g_rand_boolean(rand), error);
    return copy != NULL;
}

static gboolean random_reconnection(GRand *rand, SvgEdit *edit, GPtrArray *shapes,
                                    const char *const *ids, GError **error)
{
    g_auto(GStrv) lines = svg_edit_reconnect(edit, random_id(rand, shapes), random_id(rand, shapes),
                                             g_rand_boolean(rand) ? NULL : ids,
                                             (SvgLineEnds)g_rand_int_range(rand, 0, 3), error);
    return lines != NULL;
}

static gboolean random_cells(GRand *rand, SvgEdit *edit, const char *const *ids, GError **error)
{
    const SvgCells cells = {
        .columns = (guint)g_rand_int_range(rand, 0, 4),
        .rows = (guint)g_rand_int_range(rand, 0, 3),
        .gap_x = g_rand_boolean(rand) ? NAN : random_number(rand),
        .gap_y = g_rand_boolean(rand) ? NAN : random_number(rand),
        .reading = g_rand_boolean(rand),
        .equal = g_rand_boolean(rand),
        .anchor = (SvgAnchor)g_rand_int_range(rand, 0, 9),
    };
    return svg_edit_cells(edit, ids, &cells, error);
}

static gboolean random_callout(GRand *rand, SvgEdit *edit, GPtrArray *shapes, GError **error)
{
    const char *pointer;
    SvgSpec spec;
    random_spec(rand, shapes, &spec);
    spec.text = random_text(rand);
    spec.side = (SvgSide)g_rand_int_range(rand, 0, 4);
    spec.given |= g_rand_boolean(rand) ? SVG_SPEC_SIDE : 0;
    spec.given &= g_rand_boolean(rand) ? ~(guint)(SVG_SPEC_W | SVG_SPEC_H) : ~0u;
    SvgPoint at = {random_number(rand), random_number(rand)};
    return svg_edit_callout(edit, &spec, g_rand_boolean(rand) ? random_id(rand, shapes) : NULL, at,
                            &pointer, error) != NULL;
}

static gboolean random_legend(GRand *rand, SvgEdit *edit, GPtrArray *shapes, GError **error)
{
    SvgLegendEntry entries[3];
    for (gsize i = 0; i < G_N_ELEMENTS(entries); i++) {
        entries[i] = (SvgLegendEntry){
            .text = g_rand_int_range(rand, 0, 3) ? "words" : random_text(rand),
            .like = g_rand_boolean(rand) ? random_id(rand, shapes) : NULL,
            .swatch_given = g_rand_boolean(rand),
            .swatch = (SvgSwatch)g_rand_int_range(rand, 0, 3),
            .styling = {.color = g_rand_boolean(rand) ? "red" : NULL},
        };
    }
    const SvgLegend legend = {
        .title = g_rand_boolean(rand) ? random_text(rand) : NULL,
        .entries = entries,
        .n = (guint)g_rand_int_range(rand, 1, 4),
        .at_given = g_rand_boolean(rand),
        .at = {random_number(rand), random_number(rand)},
        .anchor_given = g_rand_boolean(rand),
        .anchor = (SvgAnchor)g_rand_int_range(rand, 0, 9),
    };
    return svg_edit_legend(edit, &legend, error) != NULL;
}

static gboolean random_structure(GRand *rand, SvgEdit *edit, GPtrArray *shapes, GError **error)
{
    static const char *const layers[] = {"Notes", "layer1", "<&>", "", "Layer 1"};
    const char *id = random_id(rand, shapes), *ids[5];
    const char *layer = layers[g_rand_int_range(rand, 0, G_N_ELEMENTS(layers))];
    SvgStyling styling;
    SvgBox box;
    random_ids(rand, shapes, ids);
    random_styling(rand, &styling);
    switch (g_rand_int_range(rand, 0, 14)) {
    case 0:
        return svg_edit_group(edit, ids, g_rand_boolean(rand) ? id : NULL, random_text(rand),
                              error) != NULL;
    case 1:
        return random_ungroup(edit, id, error);
    case 2:
        return svg_edit_to_layer(edit, ids, g_rand_boolean(rand) ? layer : id, error) != NULL;
    case 3:
        return svg_edit_describe(edit, g_rand_int_range(rand, 0, 9) ? id : NULL, random_text(rand),
                                 g_rand_boolean(rand) ? random_text(rand) : NULL, error);
    case 4:
        return svg_edit_set_style(edit, ids, &styling, error);
    case 6:
        return random_recolor(rand, edit, ids, error);
    case 7:
        return random_insertion(rand, edit, shapes, error);
    case 8:
        return random_line(rand, edit, id, error);
    case 9:
        return random_reconnection(rand, edit, shapes, ids, error);
    case 10:
        return random_cells(rand, edit, ids, error);
    case 11:
        return random_callout(rand, edit, shapes, error);
    case 12:
        return random_legend(rand, edit, shapes, error);
    case 5:
        return svg_edit_create_page(edit, random_text(rand), &box, error) != NULL;
    default:
        return random_clear(rand, edit, error);
    }
}

gboolean test_random_verb(GRand *rand, SvgEdit *edit, GPtrArray *shapes, GError **error)
{
    const char *id = random_id(rand, shapes), *ids[5];
    double a = random_number(rand), b = random_number(rand);
    SvgPoint p = {random_number(rand), random_number(rand)};
    SvgDirection direction = (SvgDirection)g_rand_int_range(rand, 0, 2);
    SvgSpec spec;
    random_ids(rand, shapes, ids);
    random_spec(rand, shapes, &spec);
    switch (g_rand_int_range(rand, 0, 24)) {
    case 0:
        return svg_edit_create(edit, &spec, error) != NULL;
    case 1:
        return svg_edit_update(edit, id, &spec, error);
    case 2:
        return svg_edit_delete(edit, id, error);
    case 3:
        return svg_edit_label(edit, id, random_text(rand), error);
    case 4:
        return svg_edit_move(edit, id, p, spec.anchor, error);
    case 5:
        return svg_edit_offset(edit, ids, a, b, error);
    case 6:
        return svg_edit_resize(edit, ids, a / 100, b / 100, p, error);
    case 7:
        return svg_edit_rotate(edit, ids, a, p, error);
    case 8:
        return svg_edit_place(edit, id, random_id(rand, shapes),
                              (SvgSide)g_rand_int_range(rand, 0, 4),
                              (SvgAlong)g_rand_int_range(rand, 0, 3), a, b, error);
    case 9:
        return svg_edit_align(edit, ids, (SvgAlignment)g_rand_int_range(rand, 0, 6), error);
    case 10:
        return svg_edit_distribute(edit, ids, direction, error);
    case 11:
        return svg_edit_stack(edit, ids, direction, a, error);
    case 12:
        return svg_edit_bring_to_front(edit, ids, error);
    case 13:
        return random_pen(rand, edit, &spec, error);
    case 14:
        return svg_edit_send_to_back(edit, ids, error);
    case 15:
        return random_markup(rand, edit, &spec, error);
    case 16:
        return random_attributes(rand, edit, id, error);
    default:
        return random_structure(rand, edit, shapes, error);
    }
}

/* --- the files -------------------------------------------------------------------------------- */

static gint by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *test_files_in(const char *folder)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        if (g_str_has_suffix(name, ".svg")) {
            g_ptr_array_add(files, g_build_filename(folder, name, NULL));
        }
    }
    g_ptr_array_sort(files, by_name);
    return files;
}

guint test_setting(const char *name, guint otherwise)
{
    const char *text = g_getenv(name);
    return text ? (guint)g_ascii_strtoull(text, NULL, 10) : otherwise;
}

guint32 test_seed(void)
{
    guint32 seed = test_setting("TEST_SEED", g_random_int());
    g_print("# TEST_SEED=%u\n", seed);
    return seed;
}

void test_random_files(const char *folder, guint wanted, TestFileFunc func)
{
    g_autofree char *path = g_path_is_absolute(folder)
                                ? g_strdup(folder)
                                : g_build_filename(g_getenv("G_TEST_SRCDIR"), folder, NULL);
    g_autoptr(GPtrArray) files = test_files_in(path);
    if (!files->len) {
        g_test_skip("the package with these files isn't installed");
        return;
    }
    guint32 seed = test_seed();
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    for (guint i = 0, n = MIN(wanted, files->len); i < n; i++) {
        guint picked = n < files->len ? (guint)g_rand_int_range(rand, 0, (gint)files->len) : i;
        g_print("# %s\n", (const char *)files->pdata[picked]);
        func(files->pdata[picked], seed, rand);
    }
}

void test_failed_once(const TestFailed *failed, gsize n, TestFileFunc func)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(0);
    for (gsize i = 0; i < n; i++) {
        if (g_file_test(failed[i].file, G_FILE_TEST_EXISTS)) {
            func(failed[i].file, failed[i].seed, rand);
        }
    }
}
