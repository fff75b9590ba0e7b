/* Words that are drawn so that nobody sees them, told from those that are only hard to read. */
#include <fairy/view.h>
#include <svg/lint.h>

#include <string.h>

#define COLOR "of the colour that is behind it"

static const struct {
    const char *drawn; /* the shape is "it" */
    const char *why;   /* NULL: its words are seen */
} cases[] = {
    {"<text id='it' x='20' y='40'>w</text>", NULL},
    {"<text id='it' x='20' y='40' font-size='0.5'>w</text>", "too small to read"},
    {"<text id='it' x='20' y='40' font-size='9'>w</text>", NULL},
    {"<text id='it' transform='translate(20 40) scale(0.01)' font-size='14'>w</text>",
     "too small to read"},
    {"<text id='it' x='20' y='40'>w <tspan font-size='.1'>x</tspan></text>", "too small to read"},
    {"<text id='it' x='20' y='40' fill='white'>w</text>", COLOR},
    {"<text id='it' x='20' y='40' fill='#fdfdfd'>w</text>", COLOR},
    {"<text id='it' x='20' y='40' fill='#aaa'>w</text>", NULL},
    {"<text id='it' x='20' y='40' fill='white' stroke='white'>w</text>", COLOR},
    {"<text id='it' x='20' y='40' fill='white' stroke='black'>w</text>", NULL},
    {"<text id='it' x='20' y='40'>w <tspan fill='white'>x</tspan></text>", COLOR},
    {"<rect x='10' y='20' width='90' height='40' fill='#234'/>"
     "<text id='it' x='20' y='40' fill='#223345'>w</text>",
     COLOR},
    {"<rect x='10' y='20' width='90' height='40' fill='#234'/>"
     "<text id='it' x='20' y='40' fill='white'>w</text>",
     NULL},
    {"<g id='it'><rect x='10' y='20' width='90' height='40' fill='white' stroke='black'/>"
     "<text x='20' y='40' fill='white'>w</text></g>",
     COLOR},
    {"<text id='it' x='20' y='40' opacity='0.01'>w</text>", "transparent"},
    {"<text id='it' x='20' y='40' fill-opacity='0'>w</text>", "transparent"},
    {"<text id='it' x='20' y='40' fill='rgba(0,0,0,.01)'>w</text>", "transparent"},
    {"<g opacity='0'><text id='it' x='20' y='40'>w</text></g>", NULL}, /* isn't listed */
    {"<text id='it' x='20' y='40' fill='none'>w</text>", "not painted"},
    {"<text id='it' x='20' y='40' clip-path='url(#far)'>w</text>", "clipped away"},
    {"<g clip-path='url(#far)'><text id='it' x='20' y='40'>w</text></g>", "clipped away"},
    {"<g clip-path='url(#near)'><text id='it' x='20' y='40'>w</text></g>", NULL},
    {"<svg width='100' height='30'><text id='it' x='20' y='150'>w</text></svg>", "clipped away"},
    {"<text id='it' x='20' y='40'>w</text><ellipse cx='30' cy='36' rx='90' ry='60' fill='#eee'/>",
     "covered"},
    {"<text id='it' x='20' y='40'>w</text><rect x='10' y='20' width='90' height='40' fill='#eee' "
     "fill-opacity='.5'/>",
     NULL},
    {"<text id='it' x='-300' y='40'>w</text>", "off the page"},
    {"<g display='inline' transform='translate(-500 0)'><text id='it' x='20' y='40'>w</text></g>",
     "off the page"},
    {"<text id='it' sodipodi:insensitive='true' x='20' y='40' fill='white'>w</text>", COLOR},
};

static SvgDocument *load(const char *drawn)
{
    g_autofree char *text = g_strconcat(
        "<svg xmlns='http://www.w3.org/2000/svg' "
        "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' width='400' "
        "height='300' viewBox='0 0 400 300'><clipPath id='far'><rect x='300' y='200' width='9' "
        "height='9'/></clipPath><clipPath id='near'><rect width='200' height='100'/></clipPath>",
        drawn, "</svg>", NULL);
    return svg_document_parse(text, strlen(text), "drawing.svg", NULL);
}

/* Of a label, the shape has it. */
static void test_reasons(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(SvgDocument) doc = load(cases[i].drawn);
        g_autoptr(GHashTable) unseen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        g_ptr_array_unref(svg_document_lints(doc, NULL, unseen));
        GHashTableIter all;
        gpointer why = NULL;
        g_hash_table_iter_init(&all, unseen);
        g_hash_table_iter_next(&all, NULL, &why);
        g_test_message("%s: %s", cases[i].drawn, why ? (char *)why : "seen");
        g_assert_cmpstr(why, ==, cases[i].why);
    }
}

/* In lines, and as JSON. */
static void test_told(void)
{
    g_autoptr(SvgDocument) doc = load("<text id='it' x='20' y='40' fill='white'>w</text>");
    for (guint lines = 0; lines < 2; lines++) {
        g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
        FairyViewOptions options = {.view = {0, 0, 400, 300}, .lines = lines == 1};
        g_autoptr(FairyScene) scene = fairy_scene_new(doc, coords, &options, NULL);
        g_test_message("%s", scene->shapes);
        g_assert_nonnull(strstr(scene->shapes, lines ? "\nit text " : "\"shapeId\":\"it\""));
        g_assert_nonnull(
            strstr(scene->shapes, lines ? "\"w\" unseen=\"of the colour that is behind it\""
                                        : ",\"unseen\":\"of the colour"));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/unseen/reasons", test_reasons);
    g_test_add_func("/unseen/told", test_told);
    int status = g_test_run();
    svg_cleanup();
    return status;
}
