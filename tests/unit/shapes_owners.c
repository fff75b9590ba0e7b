/* What belongs to what: words beside a shape, figures of several parts, backings, what isn't shown.
 */
#include "document/node.h"
#include "shape/scene.h"

#include <svg/shape.h>

#include <string.h>

typedef struct {
    const char *name, *body;
    const char *wanted; /* "ID: words (FROM, TO); …" of all that is listed, in order */
} OwnerCase;

static const OwnerCase cases[] = {
    {"title-above",
     "<g><g><rect id='c' x='50' y='100' width='300' height='200' fill='none' stroke='#000'/></g>"
     "<text x='200' y='90' font-size='20' text-anchor='middle'>Store</text></g>"
     "<rect id='a' x='80' y='150' width='60' height='40'/>"
     "<rect id='b' x='200' y='150' width='60' height='40'/>",
     "c: Store; a: ; b: "},
    {"words-beside",
     "<g><g><rect id='c' x='50' y='100' width='80' height='60'/></g>"
     "<text x='138' y='130' font-size='14'>Store</text></g>",
     "c: Store"},
    {"ticks-around",
     "<g id='chart'><rect id='c' x='50' y='50' width='300' height='200'/>"
     "<text id='t' x='50' y='265'>0</text><text id='u' x='200' y='265'>50</text>"
     "<text id='v' x='340' y='265'>100</text></g>",
     "chart: ; c: ; t: 0; u: 50; v: 100"},
    {"named-in-card",
     "<rect id='c' x='20' y='20' width='300' height='200' fill='#eee' stroke='#000'/>"
     "<rect id='s' x='60' y='80' width='120' height='50' fill='none'/>"
     "<text id='s-label' x='100' y='110' font-size='20'>Name</text>"
     "<rect id='o' x='200' y='80' width='100' height='50' fill='#fff' stroke='#000'/>",
     "c: ; s: Name; o: "},
    {"named-elsewhere", /* only where it stands in it */
     "<rect id='c' x='20' y='20' width='300' height='200' fill='#eee' stroke='#000'/>"
     "<rect id='s' x='60' y='80' width='120' height='50' fill='#fff'/>"
     "<text id='s-label' x='400' y='110' font-size='20'>Name</text>",
     "c: ; s: ; s-label: Name"},
    {"header",
     "<g><rect id='c' x='50' y='50' width='200' height='120' fill='#fff' stroke='#000'/>"
     "<rect x='50' y='50' width='200' height='30' fill='#ccc'/>"
     "<text x='60' y='70'>User</text><text x='60' y='100'>id</text>"
     "<text x='150' y='100'>int</text><line x1='50' x2='250' y1='110' y2='110' stroke='#000'/>"
     "<text x='60' y='130'>name</text></g>",
     "c: User\nid int\nname"},
    {"bands",
     "<g id='stack'><rect id='c' x='50' y='50' width='200' height='90' fill='none' stroke='#000'/>"
     "<rect id='p' x='50' y='50' width='200' height='30' fill='#ccc'/>"
     "<rect id='q' x='50' y='80' width='200' height='30' fill='#aaa'/>"
     "<text x='150' y='70' text-anchor='middle'>one</text>"
     "<text x='150' y='100' text-anchor='middle'>two</text></g>",
     "stack: ; c: ; p: one; q: two"},
    {"stack",
     "<g><rect x='60' y='40' width='54' height='66' fill='#eee' stroke='#000'/>"
     "<rect id='c' x='50' y='50' width='54' height='66' fill='#eee' stroke='#000'/>"
     "<text x='77' y='88' text-anchor='middle'>n</text></g>",
     "c: n"},
    {"icon-above",
     "<g><rect id='c' x='50' y='80' width='120' height='66' fill='none' stroke='#000'/>"
     "<image x='50' y='40' width='36' height='36' href='data:,'/>"
     "<text x='110' y='118' text-anchor='middle'>App</text></g>",
     "c: App"},
    {"entity-in-uml",
     "<ellipse id='e' cx='184' cy='239' rx='12' ry='12' fill='#fec' stroke='#a03' stroke-width='2'/>"
     "<line x1='172' x2='196' y1='253' y2='253' stroke='#a03' stroke-width='2'/>"
     "<text x='178' y='268' font-size='14'>in</text>"
     "<text x='178' y='287' font-size='14'>it</text>"
     "<rect id='b' x='300' y='220' width='90' height='60' fill='#fec' stroke='#000'/>"
     "<path id='l' d='M197,275 L300,250' fill='none' stroke='#a03'/>",
     "e: in\nit; b: ; l:  (e, b)"},
    {"arrow-at-the-box-of-an-actor",
     "<rect id='b' x='160' y='60' width='60' height='40' fill='#fec' stroke='#000'/>"
     "<ellipse id='a' cx='48' cy='45.5' rx='8' ry='8' fill='#fec' stroke='#a03'/>"
     "<path d='M48,53.5 V80.5 M35,61.5 H61 M48,80.5 L35,95.5 M48,80.5 L61,95.5' fill='none' "
     "stroke='#a03'/>"
     "<text x='6' y='112' font-size='14'>Night porter</text>"
     "<path id='l' d='M90,78 L150,78' fill='none' stroke='#a03'/>"
     "<polygon points='160,78 150,74 154,78 150,82' fill='#a03' stroke='#a03'/>",
     "b: ; a: Night porter; l:  (a, b)"},
    {"turned-diamond-as-head",
     "<rect id='a' x='100' y='200' width='80' height='62' fill='#fec' stroke='#000'/>"
     "<rect id='b' x='20' y='392' width='80' height='62' fill='#fec' stroke='#000'/>"
     "<path id='l' d='M138.9,273.22 C112.45,313.93 80.9,362.48 61.8,391.88' fill='none' "
     "stroke='#a03'/>"
     "<polygon fill='#fff' stroke='#a03' points='146.04,262.24 139.4162,265.0904 139.4997,272.301 "
     "146.1235,269.4506'/>",
     "a: ; b: ; l:  (b, a)"},
    {"room-of-words-at-an-arrow",
     "<rect id='a' x='80' y='10' width='120' height='40' fill='#fff' stroke='#000'/>"
     "<rect id='b' x='320' y='10' width='120' height='40' fill='#fff' stroke='#000'/>"
     "<path id='l' d='M200,20 H314' fill='none' stroke='#000'/>"
     "<path d='M319,20 L312,23.5 L314,20 L312,16.5 Z' fill='#000' stroke='#000'/>"
     "<rect id='r' x='200' y='0' width='120' height='20' fill='none' stroke='none'/>"
     "<text x='260' y='14' font-size='12' text-anchor='middle'>initialize</text>",
     "a: ; b: ; l: initialize (a, b); r: "},
    {"decision-at-an-arrow",
     "<rect id='a' x='480' y='241' width='200' height='40' fill='#fff' stroke='#000'/>"
     "<path id='l' d='M560,181 H340 V475' fill='none' stroke='#000'/>"
     "<path d='M340,480 L336.5,473 L340,475 L343.5,473 Z' fill='#000' stroke='#000'/>"
     "<path id='d' d='M580,161 L600,181 L580,201 L560,181 Z' fill='#fff' stroke='#000'/>"
     "<rect id='b' x='240' y='481' width='200' height='40' fill='#fff' stroke='#000'/>",
     "a: ; l:  (d, b); d: ; b: "},
    {"words-where-two-circles-overlap",
     "<circle id='a' cx='120' cy='120' r='90' fill='#fcc' fill-opacity='0.5' stroke='#000'/>"
     "<circle id='b' cx='230' cy='120' r='90' fill='#ccf' fill-opacity='0.5' stroke='#000'/>"
     "<text id='v' x='175' y='125' font-size='14' text-anchor='middle'>Rare</text>",
     "a: ; b: ; v: Rare"},
    {"shadow",
     "<rect x='0' y='297' width='80' height='116' opacity='0.25' transform='translate(2,3)'/>"
     "<rect id='a' x='0' y='297' width='80' height='116' fill='#fff' stroke='#000'/>"
     "<path id='l' d='M80,350 H190' fill='none' stroke='#000' marker-end='url(#m)'/>"
     "<rect id='b' x='190' y='297' width='80' height='116' fill='#fff' stroke='#000'/>",
     "a: ; l:  (a, b); b: "},
    {"sketched-box",
     "<g transform='translate(50 50)'><path d='M4 9C10 2 14 1 20 0M4 22C14 12 20 8 40 0' "
     "fill='none' stroke='#9cf'/><path id='a' d='M0 0C40 1 80 -1 160 0M0 0C50 -1 90 0 160 1"
     "M160 0C161 20 159 50 160 70M160 0C159 30 161 40 160 70M160 70C100 71 60 69 0 70"
     "M160 70C90 69 50 71 0 70M0 70C1 40 -1 20 0 0M0 70C-1 50 1 30 0 0' fill='none' "
     "stroke='#000'/></g><g><text x='130' y='90' text-anchor='middle'>Store</text></g>"
     "<g><g><path id='l' d='M300 85C280 84 240 86 216 85M301 86C270 84 240 86 215 85' fill='none' "
     "stroke='#000'/></g><g><path d='M239 76C230 80 224 83 215 85M239 76C232 79 222 82 215 85' "
     "fill='none' stroke='#000'/></g><g><path d='M240 95C230 90 224 88 215 85' fill='none' "
     "stroke='#000'/></g></g>"
     "<rect id='b' x='302' y='60' width='90' height='50'/>",
     "a: Store; l:  (b, a); b: "},
    {"line-through-the-end-of-wide-words",
     "<rect id='a' x='180' y='148' width='80' height='50' fill='#fec' stroke='#000'/>"
     "<rect id='b' x='180' y='40' width='80' height='50' fill='#fec' stroke='#000'/>"
     "<path id='l' d='M223,148V90' fill='none' stroke='#a03'/>"
     "<polygon points='223,90 219,100 227,100' fill='#a03' stroke='#a03'/>"
     "<text x='150' y='124' font-size='13'>includes all of it</text>",
     "a: ; b: ; l: includes all of it (a, b)"},
    {"another-line-at-the-corner",
     "<rect id='a' x='0' y='120' width='80' height='44' fill='#fec' stroke='#000'/>"
     "<rect id='b' x='160' y='120' width='80' height='44' fill='#fec' stroke='#000'/>"
     "<rect id='c' x='290' y='20' width='80' height='44' fill='#fec' stroke='#000'/>"
     "<path id='l' d='M80,142H160' fill='none' stroke='#a03'/>"
     "<polygon points='160,142 150,138 150,146' fill='#a03' stroke='#a03'/>"
     "<path id='m' d='M80,126L290,48' fill='none' stroke='#a03' stroke-dasharray='7'/>"
     "<text x='100' y='134' font-size='13'>paint</text>",
     "a: ; b: ; c: ; l: paint (a, b); m:  (a, c)"},
    {"words-of-a-line-in-the-middle",
     "<rect id='o' width='240' height='300' fill='none' stroke='#000'/>"
     "<rect id='a' x='80' y='70' width='80' height='40' fill='#fec' stroke='#000'/>"
     "<rect id='b' x='80' y='190' width='80' height='40' fill='#fec' stroke='#000'/>"
     "<path id='l' d='M120,110V190' fill='none' stroke='#a03'/>"
     "<polygon points='120,190 116,180 124,180' fill='#a03' stroke='#a03'/>"
     "<text x='122' y='154' font-size='13'>login</text>",
     "o: ; a: ; b: ; l: login (a, b)"},
    {"gap-of-a-line-that-comes-aslant",
     "<rect id='a' x='0' y='0' width='60' height='60' fill='#eef' stroke='#000'/>"
     "<text x='30' y='35' text-anchor='middle'>a</text>"
     "<rect id='b' x='200' y='40' width='60' height='60' fill='#eef' stroke='#000'/>"
     "<text x='230' y='75' text-anchor='middle'>b</text>"
     "<path id='l' d='M63.4,32L196.6,68' fill='none' stroke='#00f'/>"
     "<rect id='c' x='0' y='200' width='60' height='60' fill='#eef' stroke='#000'/>"
     "<text x='30' y='235' text-anchor='middle'>c</text>"
     "<rect id='d' x='200' y='200' width='60' height='60' fill='#eef' stroke='#000'/>"
     "<text x='230' y='235' text-anchor='middle'>d</text>"
     "<path id='m' d='M65.5,230H194.5' fill='none' stroke='#00f' stroke-width='8'/>"
     "<path id='n' d='M10,66V194' fill='none' stroke='#00f'/>",
     "a: a; b: b; l:  (a, b); c: c; d: d; m:  (c, d); n: "},
    {"border-behind-words",
     "<rect id='a' x='40' y='0' width='80' height='60' fill='#eef' stroke='#000'/>"
     "<text id='t' x='20' y='168' font-size='40'>Staging</text>"
     "<rect id='b' x='40' y='164' width='80' height='60' fill='#eef' stroke='#000'/>"
     "<path id='l' d='M80,60V150' fill='none' stroke='#00f'/>"
     "<polygon points='80,160 75,150 85,150' fill='#00f' stroke='#00f'/>",
     "a: ; b: ; l: Staging (a, b)"},
    {"head-of-a-wide-line",
     "<marker id='w' markerWidth='40' markerHeight='40' refX='18' refY='20' orient='auto' "
     "markerUnits='userSpaceOnUse'><path d='M0 0L40 20L0 40z'/></marker>"
     "<rect id='o' x='10' y='10' width='200' height='126' fill='#eef' stroke='#00f'/>"
     "<rect id='a' x='80' y='40' width='60' height='66' fill='#fff' stroke='#00f'/>"
     "<rect id='b' x='80' y='300' width='60' height='66' fill='#fff' stroke='#00f'/>"
     "<path id='l' d='M110,300V130' fill='none' stroke='#00f' stroke-width='15' "
     "marker-end='url(#w)'/>",
     "o: ; a: ; b: ; l:  (b, a)"},
    {"plan", /* words far from each other are no lines of one label */
     "<rect id='o' x='10' y='10' width='600' height='400' fill='none' stroke='#000'/>"
     "<text id='k' x='60' y='80'>Kitchen</text><text id='b' x='360' y='230'>Bath</text>"
     "<text id='h' x='360' y='350'>Hall</text>",
     "o: ; k: Kitchen; b: Bath; h: Hall"},
    {"card",
     "<rect id='o' x='10' y='10' width='500' height='300' fill='none' stroke='#000'/>"
     "<text id='n' x='30' y='40'>Ada</text><text id='r' x='30' y='62'>Analyst</text>"
     "<text id='m' x='30' y='250'>ada@example.org</text>",
     "o: Ada\nAnalyst; m: ada@example.org"},
    {"clock",
     "<circle id='o' cx='300' cy='300' r='250' fill='#fff' stroke='#000'/>"
     "<text id='a' x='290' y='90'>12</text><text id='b' x='390' y='120'>1</text>"
     "<text id='c' x='500' y='305'>3</text><text id='d' x='295' y='530'>6</text>"
     "<text id='e' x='80' y='305'>9</text>"
     "<line id='h' x1='300' y1='300' x2='210' y2='240' stroke='#000' stroke-width='9'/>"
     "<line id='m' x1='300' y1='300' x2='450' y2='210' stroke='#000' stroke-width='4'/>"
     "<path id='t' d='M300 62V90M538 300H510M300 538V510M62 300H90M419 94L405 118M506 181L482 195"
     "M506 419L482 405M419 506L405 482M181 506L195 482M94 419L118 405M94 181L118 195M181 94L195 118'"
     " stroke='#000' fill='none'/>",
     "o: ; a: 12; b: 1; c: 3; d: 6; e: 9; h: ; m: ; t: "},
    {"compartments", /* a line between says that they are the box' own */
     "<rect id='o' x='10' y='10' width='200' height='300' fill='none' stroke='#000'/>"
     "<text id='n' x='90' y='30'>Order</text><path id='d' d='M10,40H210' stroke='#000'/>"
     "<text id='f' x='20' y='60'>id</text><path id='e' d='M10,250H210' stroke='#000'/>"
     "<text id='m' x='20' y='270'>pay()</text>",
     "o: Order\nid\npay()"},
    {"columns",
     "<rect id='o' x='10' y='10' width='700' height='500' fill='none' stroke='#000'/>"
     "<path id='v' d='M240,10V510' stroke='#000'/><path id='w' d='M480,10V510' stroke='#000'/>"
     "<path id='h' d='M10,46H710' stroke='#000'/>"
     "<text id='t1' x='90' y='32'>one</text><text id='t2' x='330' y='32'>two</text>"
     "<text id='t3' x='560' y='32'>three</text><text id='u' x='90' y='100'>lock();</text>"
     "<text id='x' x='330' y='440'>unlock();</text>"
     "<path id='c' d='M 120,180 a 20,20 0 1 1 -0.02,0' fill='none' stroke='#000'/>"
     "<text x='111' y='205'>Q1</text>"
     "<path id='d' d='M 350,380 a 20,20 0 1 1 -0.02,0' fill='none' stroke='#000'/>"
     "<text x='341' y='405'>Q2</text>"
     "<path id='l' d='M600,200V300' fill='none' stroke='#000' marker-end='url(#m)'/>"
     "<path id='k' d='M640,200V300' fill='none' stroke='#000' marker-end='url(#m)'/>",
     "o: ; t1: one; t2: two; t3: three; u: lock();; x: unlock();; c: Q1; d: Q2; "
     "l: ; k: "},
    {"transparent",
     "<g opacity='0'><rect id='a' width='50' height='50'/></g>"
     "<rect id='b' x='60' width='50' height='50' style='opacity:0'/>"
     "<rect id='c' x='200' width='50' height='50'/>",
     "c: "},
    {"paper",
     "<rect id='paper' width='800' height='600' fill='#fff'/><text id='t' x='40' y='50'>Title</text>"
     "<text id='u' x='300' y='400'>A note</text>",
     "paper: ; t: Title; u: A note"},
    {"badge",
     "<rect id='c' width='800' height='600' fill='#4c1'/>"
     "<text x='400' y='310' font-size='40' text-anchor='middle'>passing</text>",
     "c: passing"},
    {"caption",
     "<g><g><image id='c' x='50' y='80' width='150' height='150' href='data:,'/></g>"
     "<text x='125' y='250' text-anchor='middle'>App</text></g>",
     "c: App"},
    {"plate",
     "<g><g><rect id='c' x='50' y='80' width='300' height='200' fill='#dee1eb'/></g>"
     "<rect x='55' y='85' width='80' height='20' fill='#dee1eb'/>"
     "<text x='60' y='100'>repeat</text></g>",
     "c: repeat"},
    {"halves",
     "<g><path id='c' d='M100 50V80' stroke='#00f' fill='none'/>"
     "<path d='M100 80V110' stroke='#00f' fill='none'/></g>",
     "c: "},
    {"own-room", /* as draw.io writes words that are nobody's */
     "<rect id='c' x='0' y='10' width='260' height='200' fill='none' stroke='#000'/>"
     "<rect id='a' x='90' y='40' width='80' height='40' stroke='#000' fill='#fff'/>"
     "<rect id='b' x='90' y='120' width='80' height='40' stroke='#000' fill='#fff'/>"
     "<g><rect id='r' x='90' y='190' width='160' height='20' fill='none'/></g>"
     "<g><text id='t' x='170' y='203' font-size='10' text-anchor='middle'>recover distance</text></g>",
     "c: ; a: ; b: ; r: ; t: recover distance"},
    {"glyphs",
     "<g id='g'><path id='a' d='M10 0H20V20H10zM12 4H18V16H12z'/>"
     "<path id='b' d='M22 0H26V3H22zM22 17H26V20H22z'/></g>",
     "g: ; a: ; b: "},
    {"bars",
     "<g id='g'><rect id='f' width='200' height='100' fill='none' stroke='#ddd'/>"
     "<rect id='a' x='10' y='40' width='30' height='60'/><rect id='b' x='50' y='20' width='30' height='80'/>"
     "<rect id='c' x='90' y='60' width='30' height='40'/></g>",
     "g: ; f: ; a: ; b: ; c: "},
    {"room",
     "<g id='g'><rect id='f' width='800' height='600' fill='none'/><path id='p' d='M50 0V300' stroke='#000'/>"
     "<path id='q' d='M50 300H500' stroke='#000'/><path id='r' d='M50 200L500 100' stroke='#00f'/>"
     "<text id='t' x='20' y='200'>ms</text></g>",
     "g: ; f: ; p: ; q: ; r: ; t: ms"},
    {"logo",
     "<g id='g'><path id='p' d='M0 0Q7 7 14 0' fill='none' stroke='#f60'/>"
     "<path id='q' d='M14 0Q21 7 28 0' fill='none' stroke='#f60'/>"
     "<path id='r' d='M28 0Q35 7 42 0' fill='none' stroke='#f60'/>"
     "<path id='s' d='M0 9Q7 16 14 9' fill='none' stroke='#f60'/></g>",
     "g: ; p: ; q: ; r: ; s: "},
};

static const char *id_of(SvgDocument *doc, guint index)
{
    const char *id = index == SVG_NO_ENTRY
                         ? NULL
                         : svg_node_attr(svg_scene_entry(svg_scene_of(doc), index)->node, "id");
    return id ? id : "?";
}

static void test_owners(gconstpointer data)
{
    const OwnerCase *test = data;
    g_autofree char *text = g_strdup_printf("<svg xmlns='http://www.w3.org/2000/svg' width='800' "
                                            "height='600' font-family='sans-serif' font-size='14'>"
                                            "%s</svg>",
                                            test->body);
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "test", &error);
    g_autoptr(GString) found = g_string_new(NULL);

    g_assert_no_error(error);
    for (guint i = 0; i < svg_scene_of(doc)->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(svg_scene_of(doc), i);
        g_autofree char *words = svg_scene_text(svg_scene_of(doc), entry);
        const char *id = svg_node_attr(entry->node, "id");

        if (entry->listed) {
            g_string_append_printf(found, "%s%s: %s", found->len ? "; " : "", id ? id : "?",
                                   words ? words : "");
            if (entry->from != SVG_NO_ENTRY || entry->to != SVG_NO_ENTRY) {
                g_string_append_printf(found, " (%s, %s)", id_of(doc, entry->from),
                                       id_of(doc, entry->to));
            }
        }
    }
    g_assert_cmpstr(found->str, ==, test->wanted);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/owners/%s", cases[i].name);

        g_test_add_data_func(path, &cases[i], test_owners);
    }
    return g_test_run();
}
