/* The plain-command reader: prompts as people write them, and what the drawing must be like after.
 */
#include "offline/offline.h"

#include <fairy/ask.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char flow[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='400' viewBox='0 0 600 400'>\n"
    "<g><rect id='login' x='20' y='20' width='100' height='40' fill='#ffffff' stroke='#e03131'/>"
    "<text x='70' y='44' text-anchor='middle' font-size='12'>Login</text></g>\n"
    "<g><rect id='check' x='200' y='30' width='100' height='40' fill='#ffffff' stroke='#e03131'/>"
    "<text x='250' y='54' text-anchor='middle' font-size='12'>Check user</text></g>\n"
    "<g><rect id='db' x='400' y='25' width='100' height='40' fill='none' stroke='#1971c2'/>"
    "<text x='450' y='49' text-anchor='middle' font-size='12'>Database</text></g>\n"
    "<ellipse id='end' cx='70' cy='250' rx='40' ry='30' fill='#2f9e44'/>\n"
    "<rect id='spare' x='300' y='220' width='80' height='60' fill='none' stroke='black'/>\n"
    "<text id='note' x='20' y='350' font-size='14'>Draft only</text>\n"
    "</svg>\n";

static const char board[] =
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' "
    "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' width='800' height='600' viewBox='0 0 800 600'>\n"
    "<defs><marker id='head' orient='auto' refX='8' refY='4' markerWidth='8' markerHeight='8'><path d='M0 0 8 4 0 8z'/></marker></defs>\n"
    "<rect id='bg' x='0' y='0' width='800' height='600' fill='#f8f9fa'/>\n"
    "<g id='main' inkscape:groupmode='layer' inkscape:label='Main'>\n"
    "<rect id='a' x='100' y='100' width='80' height='40' fill='none' stroke='#1971c2'/><text x='140' y='124' text-anchor='middle' font-size='12'>Alpha</text>\n"
    "<rect id='b' x='300' y='140' width='80' height='40' fill='none' stroke='#1971c2'/><text x='340' y='164' text-anchor='middle' font-size='12'>Beta</text>\n"
    "<rect id='c' x='500' y='120' width='80' height='40' fill='none' stroke='#f08c00'/><text x='540' y='144' text-anchor='middle' font-size='12'>Gamma</text>\n"
    "<rect id='site' x='100' y='300' width='120' height='40' fill='none' stroke='black'/><text x='160' y='324' text-anchor='middle' font-size='12'>Log in to site</text>\n"
    "<rect id='old' sodipodi:insensitive='true' x='600' y='400' width='80' height='40' fill='none' stroke='black'/><text x='640' y='424' text-anchor='middle' font-size='12' sodipodi:insensitive='true'>Archive</text>\n"
    "<path id='e1' d='M 180,120 300,160' fill='none' stroke='black' marker-end='url(#head)' inkscape:connector-type='polyline' "
    "inkscape:connection-start='#a' inkscape:connection-end='#b'/>\n"
    "<path id='e2' d='M 380,160 500,140' fill='none' stroke='black' marker-end='url(#head)' inkscape:connector-type='polyline' "
    "inkscape:connection-start='#b' inkscape:connection-end='#c'/>\n"
    "<circle id='k1' cx='60' cy='500' r='20' fill='#e03131'/>\n"
    "<circle id='k2' cx='200' cy='500' r='30' fill='#e03131'/>\n"
    "<circle id='k3' cx='400' cy='520' r='20' fill='#ffc034'/>\n"
    "</g></svg>\n";

static const char tiny[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='100mm' height='100mm' viewBox='0 0 1 1'>\n"
    "<rect id='r1' x='0.1' y='0.1' width='0.2' height='0.1' fill='none' stroke='red' stroke-width='0.01'/>"
    "<text x='0.2' y='0.16' text-anchor='middle' font-size='0.04'>A</text>\n"
    "<rect id='r2' x='0.6' y='0.2' width='0.2' height='0.1' fill='none' stroke='red' stroke-width='0.01'/>"
    "<text x='0.7' y='0.26' text-anchor='middle' font-size='0.04'>B</text>\n"
    "<rect id='r3' x='0.35' y='0.6' width='0.2' height='0.1' fill='none' stroke='blue' stroke-width='0.01'/>"
    "<text x='0.45' y='0.66' text-anchor='middle' font-size='0.04'>C</text>\n"
    "</svg>\n";

static const char odd[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='200' viewBox='0 0 400 200'>\n"
    "<rect id='a' x='20' y='20' width='80' height='40' fill='#e03131'/>"
    "<text x='60' y='44' text-anchor='middle' font-size='12'>0:7</text>\n"
    "<rect id='b' x='120' y='30' width='80' height='40' fill='#e03131'/>"
    "<text x='160' y='54' text-anchor='middle' font-size='12'>.init.data</text>\n"
    "<rect id='c' x='220' y='50' width='80' height='40' fill='#e03131'/>"
    "<text x='260' y='74' text-anchor='middle' font-size='12'>10</text>\n"
    "</svg>\n";

static const char framed[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 400 300'>\n"
    "<rect id='zone' x='20' y='20' width='360' height='260' fill='none' stroke='black'/>"
    "<text x='200' y='40' text-anchor='middle' font-size='12'>Zone</text>\n"
    "<rect id='a' x='40' y='60' width='80' height='40' fill='none' stroke='black'/>"
    "<text x='80' y='84' text-anchor='middle' font-size='12'>A</text>\n"
    "<rect id='b' x='160' y='60' width='80' height='40' fill='none' stroke='black'/>"
    "<text x='200' y='84' text-anchor='middle' font-size='12'>B</text>\n"
    "<rect id='c' x='160' y='180' width='80' height='40' fill='none' stroke='black'/>"
    "<text x='200' y='204' text-anchor='middle' font-size='12'>C</text>\n"
    "</svg>\n";

static const char ringed[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 400 300'>\n"
    "<rect id='left' x='20' y='20' width='160' height='200' fill='none' stroke='black'/>"
    "<ellipse id='e' cx='100' cy='120' rx='50' ry='30' fill='none' stroke='black'/>"
    "<text x='100' y='124' text-anchor='middle' font-size='12'>One</text>\n"
    "<rect id='right' x='200' y='20' width='160' height='200' fill='none' stroke='black'/>"
    "<ellipse id='f' cx='280' cy='120' rx='50' ry='30' fill='none' stroke='black'/>"
    "<text x='280' y='124' text-anchor='middle' font-size='12'>Two</text>\n"
    "</svg>\n";

/* What must hold, separated by ";": "ID.PROPERTY=VALUE" with x y w h cx cy text color fill outline
 * kind from to; "gone ID"; "arrow ID ID", "noarrow ID ID", "arrow ID ID=LABEL"; "new KIND=LABEL";
 * "count KIND=N"; "dashed ID", "solid ID"; "says WORDS"; "same" for a document that isn't changed;
 * "order ID ID": the first is painted before. */
typedef struct {
    const char *svg, *prompt, *selection, *holds;
} Case;

static const Case cases[] = {
    /* the diagram as such */
    {board, "point everything at Gamma instead of Beta", NULL, "arrow a c;arrow b c;noarrow a b"},
    {board, "reconnect the arrows of Beta to Log in to site", NULL,
     "arrow a site;arrow site c;noarrow a b"},
    {board, "redirect the arrows that leave Beta to Alpha", NULL, "arrow a c;arrow a b"},
    {board, "point all arrows at Gamma", NULL, "same;says instead of"},
    {board, "reconnect Alpha to Gamma", NULL, "same"},
    {board, "reconnect the arrows from Alpha to Gamma", NULL, "same"},
    {board, "put Log in to site between Alpha and Beta on the arrow", NULL,
     "arrow a site;arrow site b;noarrow a b"},
    {board, "put Log in to site on the arrow between Alpha and Gamma", NULL, "same"},
    {board, "insert a box Cache between Alpha and Beta", NULL, "noarrow a b;new rectangle=Cache"},
    {board, "put Alpha, Beta and Gamma in a grid", NULL, "a.x=100;a.y=100"},
    {board, "add a callout to Gamma saying slow at night", NULL, "new rectangle=slow at night"},
    {board, "annotate Gamma with \"v2, soon\"", NULL, "new rectangle=v2, soon"},
    {board, "add a callout to Gamma", NULL, "same"},
    {board, "change the red to blue everywhere", NULL,
     "k1.color=blue;k2.color=blue;k3.color=yellow"},
    {board, "make everything red green", NULL, "k1.color=green;k2.color=green"},
    {board, "recolour red to blue; move #k3 10 right", NULL, "k1.color=blue;k3.cx=410"},
    /* move */
    {flow, "move Login 20 right", NULL, "login.x=40;login.y=20;check.x=200"},
    {flow, "Move the Login box to the right by 20px.", NULL, "login.x=40;login.y=20"},
    {flow, "please move login down 15 and left 5", NULL, "login.x=15;login.y=35"},
    {flow, "move Database to 100, 150", NULL, "db.x=100;db.y=150;db.w=100"},
    {flow, "move #spare to x=10 y=30", NULL, "spare.x=10;spare.y=30"},
    {flow, "move the red boxes by 10, -5", NULL,
     "login.x=30;login.y=15;check.x=210;check.y=25;db.x=400"},
    {flow, "put the circle below Database with a gap of 10", NULL, "end.y=75;end.cx=450"},
    {flow, "place Login 30 to the left of Database", NULL, "login.x=270;login.cy=45"},
    {flow, "put the green circle to the right of the black box, gap 20", NULL,
     "end.x=400;end.cy=250"},
    {flow, "shift these up 10", "login db", "login.y=10;db.y=15;check.y=30"},
    {flow, "move it left 20", "db", "db.x=380"},
    {flow, "center Login on the page", NULL, "login.cx=300;login.cy=200"},
    {flow, "put Login in the middle of the page", NULL, "login.cx=300;login.cy=200"},
    {flow, "move Login to the bottom right corner", NULL, "login.x=500;login.y=360"},
    {flow, "move the rightmost box up by 5", NULL, "db.y=20;check.y=30"},
    {board, "move everything 10 right", NULL,
     "a.x=110;b.x=310;k3.x=390;old.x=600;bg.x=0;says Archive"},
    {board, "move Beta between Alpha and Gamma", NULL, "b.cx=340;b.cy=130"},
    {board, "move Log in to site 10 down", NULL, "site.y=310;a.y=100"},
    /* order */
    {flow, "bring Login to the front", NULL, "login.x=20;order spare login"},
    {flow, "send the circle to back", NULL, "order end login"},
    {board, "bring the first circle to front", NULL, "order k3 k1"},
    /* align, distribute, stack */
    {flow, "align the red boxes left", NULL,
     "login.x=20;check.x=20;db.x=400;login.y=20;check.y=120"}, /* on no other box */
    {flow, "Align left the boxes labelled Login and Database", NULL,
     "login.x=20;db.x=20;check.x=200"},
    {flow, "left-align the red boxes", NULL, "check.x=20"},
    {flow, "align the tops of Login, Check user and Database", NULL,
     "login.y=20;check.y=20;db.y=20"},
    {flow, "align the red boxes to the bottom", NULL, "login.y=30;check.y=30"},
    {flow, "align Check user with Login", NULL, "check.cy=40;login.y=20;check.x=200"},
    {flow, "line up the red boxes horizontally", NULL, "login.cy=45;check.cy=45"},
    {board, "distribute Alpha, Beta and Gamma vertically", NULL, "a.y=100;b.y=140;c.y=120"},
    {board, "space the circles evenly horizontally", NULL, "k1.x=40;k3.x=380;k2.cx=230"},
    {board, "stack these with gap 20", "a b c", "a.y=100;c.y=160;b.y=220"},
    {board, "arrange Alpha, Beta and Gamma in a row with 15 spacing", NULL,
     "a.x=100;b.x=195;c.x=290;a.cy=140;b.cy=140"},
    {board, "stack the blue boxes in a column, gap 5", NULL, "a.y=100;b.y=145;a.cx=240;b.cx=240"},
    {board, "swap Alpha and Gamma", NULL, "a.cx=540;a.cy=140;c.cx=140;c.cy=120"},
    /* delete */
    {flow, "delete the black box", NULL, "gone spare;login.x=20"},
    {flow, "remove the text", NULL, "gone note"},
    {flow, "get rid of the unlabelled box", NULL, "gone spare;end.x=30"},
    {flow, "delete all boxes except Login", NULL, "gone check;gone db;gone spare;login.text=Login"},
    {flow, "delete every box that has no text", NULL, "gone spare;login.x=20"},
    {flow, "remove the label of Login", NULL, "login.text="},
    {board, "delete the arrow from Alpha to Beta", NULL, "gone e1;arrow b c"},
    {board, "delete the arrows", NULL, "gone e1;gone e2;a.x=100"},
    {board, "delete the smallest red circle", NULL, "gone k1;k2.x=170"},
    /* colour */
    {flow, "make the circle blue", NULL, "end.color=blue"},
    {flow, "make Login green", NULL, "login.color=green;check.color=red"},
    {flow, "recolour the red boxes to orange", NULL,
     "login.color=orange;check.color=orange;db.color=blue"},
    {flow, "paint everything red except Database", NULL,
     "login.color=red;end.color=red;db.color=blue"},
    {flow, "change the colour of Database to violet", NULL, "db.color=violet"},
    {flow, "Database's color should be red", NULL, "same"},
    {flow, "Database should be red", NULL, "db.color=red;login.color=red"},
    {flow, "Login should be below Database", NULL, "login.cx=450;login.y>65"},
    {flow, "fill the black box with yellow", NULL, "spare.color=yellow"},
    {flow, "make the circle gray", NULL, "end.color=grey"},
    {flow, "color Login and Database purple", NULL,
     "login.color=violet;db.color=violet;check.color=red"},
    {flow, "give me a unicorn", NULL, "same;says plain commands"},
    {board, "remove the fill from the yellow circle", NULL, "k3.fill=none"},
    {board, "change the red circles to blue", NULL, "k1.color=blue;k2.color=blue"},
    /* label */
    {flow, "rename Login to Sign in", NULL, "login.text=Sign in"},
    {flow, "label the black box \"Spare parts\"", NULL, "spare.text=Spare parts;login.text=Login"},
    {flow, "change the text of Database to Store, please", NULL, "db.text=Store"},
    {flow, "call the circle End", NULL, "end.text=End"},
    {flow, "rename Login to \"Enter\" and Database to \"Store\"", NULL,
     "login.text=Enter;db.text=Store"},
    {flow, "change \"Draft only\" to \"Final\"", NULL, "note.text=Final"},
    {flow, "replace \"user\" with \"password\"", NULL, "check.text=Check password"},
    {flow, "number the steps", NULL,
     "login.text=1. Login;check.text=2. Check user;db.text=3. Database"},
    /* in each part */
    {flow, "number the boxes in each row", NULL,
     "login.text=1. Login;check.text=2. Check user;db.text=3. Database;spare.text=1;says Row 2: Numbered"},
    {flow, "In each column, number the boxes", NULL,
     "login.text=1. Login;check.text=1. Check user;db.text=1. Database;says Numbered the box"},
    {flow, "delete the first box of every row; make the boxes blue", NULL,
     "gone login;gone spare;check.color=blue;count ellipse=1"},
    {flow, "make the boxes red in each column; number them in each column", NULL,
     "login.text=1. Login;check.text=1. Check user;db.text=1. Database;db.color=red"},
    /* a frame is no box, unless there are no others */
    {framed, "number the boxes", NULL,
     "zone.text=Zone;a.text=1. A;b.text=2. B;c.text=3. C;says Numbered 3 boxes"},
    {framed, "number the boxes in each column", NULL,
     "zone.text=Zone;a.text=1. A;b.text=1. B;c.text=2. C"},
    {framed, "number #zone", NULL, "a.text=A;b.text=B;says Numbered the box"},
    {ringed, "number the boxes", NULL, "says Numbered 2 boxes;count ellipse=2"},
    {flow, "number the boxes in each lane", NULL, "same;says I see no lanes here"},
    {board, "make the circles blue in each column", NULL,
     "k1.color=blue;k2.color=blue;k3.color=blue;says Column 3: Made"},
    {flow, "number the red boxes starting at 5", NULL,
     "login.text=5. Login;check.text=6. Check user;db.text=Database"},
    {board, "label every arrow with its ends", NULL,
     "arrow a b=Alpha → Beta;arrow b c=Beta → Gamma"},
    {board, "label the arrow between Beta and Gamma with \"yes\"", NULL,
     "arrow b c=yes;arrow a b="},
    /* connect */
    {flow, "connect Login to Database", NULL, "arrow login db;noarrow db login;count arrow=1"},
    {flow, "Connect Login to Check user, then to Database", NULL,
     "arrow login check;arrow check db;count arrow=2"},
    {flow, "connect the labelled boxes in order and label the arrows", NULL,
     "arrow login check=Login → Check user;arrow check db=Check user → Database"},
    {flow, "connect the boxes in order with labelled arrows", NULL,
     "arrow login check=Login → Check user;arrow db spare"},
    {flow, "draw an arrow from Check user to the circle labelled \"no\"", NULL,
     "arrow check end=no"},
    {flow, "add a red arrow from Login to the circle", NULL, "arrow login end;count arrow=1"},
    {flow, "connect Login to all the circles and Database", NULL, "arrow login end;arrow login db"},
    {flow, "link the red boxes to Database", NULL,
     "arrow login db;arrow check db;noarrow login check"},
    {flow, "Login -> Check user -> Database", NULL, "arrow login check;arrow check db"},
    {board, "connect Alpha and Beta", NULL, "same;says already"},
    {board, "connect Gamma to Log in to site", NULL, "arrow c site"},
    {board, "reverse the arrow from Alpha to Beta", NULL, "arrow b a;noarrow a b"},
    {board, "disconnect Alpha and Beta", NULL, "gone e1;arrow b c"},
    {board, "connect Archive to Gamma", NULL, "arrow old c;old.x=600"},
    /* add */
    {flow, "add a box labelled Cache below Database", NULL,
     "new rectangle=Cache;Cache.cx=450;Cache.y>65;Cache.w=100;Cache.h=40"},
    {flow, "add a red circle called \"Stop\" right of the circle", NULL,
     "new ellipse=Stop;Stop.x>110;Stop.cy=250;Stop.color=red"},
    {flow, "create a diamond \"OK?\" at 200, 300 size 90x70", NULL,
     "new diamond=OK?;OK?.x=200;OK?.y=300;OK?.w=90;OK?.h=70"},
    {flow, "add a box labelled Draft in the bottom right corner", NULL,
     "new rectangle=Draft;Draft.x>450;Draft.y>300;count rectangle=5"},
    {flow, "add a text \"Version 2\" at the top left", NULL, "new text=Version 2;login.x=20"},
    {flow, "draw a box around Login and Check user", NULL,
     "count rectangle=5;login.x=20;box.w>280;box.cx=160;box.fill=none"},
    {flow, "put a red frame around Database", NULL, "count rectangle=5;box.cx=450;box.color=red"},
    {flow, "move the black box next to Database", NULL, "spare.cx=450;spare.y>60"},
    {flow, "move Check user next to the circle. Move #spare next to Check user", NULL,
     "check.x>110;check.cy=250;spare.x>200"},
    {flow, "add three boxes below Login", NULL, "count rectangle=7"},
    {flow, "add boxes labelled One, Two and Three", NULL,
     "new rectangle=One;new rectangle=Two;new rectangle=Three"},
    {flow, "add a box labelled Cache to the right of Login and connect Login to it", NULL,
     "new rectangle=Cache;arrow login Cache;Cache.cy=40;Cache.x>300"},
    {flow, "add the text \"Hello\" below the black box", NULL,
     "new text=Hello;Hello.cx=340;Hello.y>280"},
    {flow, "Add a title \"My flow\" at the top", NULL, "new text=My flow"},
    {flow, "insert a note saying \"Todo\" at 400, 300", NULL, "Todo.x=400;Todo.y=300"},
    {flow, "write \"Spare\" on the black box", NULL, "spare.text=Spare"},
    {board, "add a small box labelled Mini inside Log in to site", NULL,
     "new rectangle=Mini;Mini.cx=160;Mini.cy=320"},
    {flow, "turn the circle into a diamond", NULL, "end.cx=70;count diamond=1;count ellipse=0"},
    /* resize, rotate, flip */
    {flow, "resize Login to 120x60", NULL, "login.w=120;login.h=60;login.x=20;login.y=20"},
    {flow, "make the circle twice as big", NULL, "end.w=160;end.h=120;end.cx=70"},
    {flow, "make the black box 20% bigger", NULL, "spare.w=96;spare.h=72;spare.cx=340"},
    {flow, "scale Database to 50%", NULL, "db.w=50;db.h=20"},
    {flow, "shrink the black box by 50%", NULL, "spare.w=40;spare.h=30"},
    {flow, "make the black box wider by 50%", NULL, "spare.w=120;spare.h=60"},
    {flow, "make the black box the same size as Login", NULL, "spare.w=100;spare.h=40"},
    {board, "make all circles the same size", NULL, "k1.w=60;k2.w=60;k3.w=60;k1.cx=60"},
    {flow, "rotate the black box by 90 degrees", NULL,
     "spare.w=60;spare.h=80;spare.cx=340;spare.cy=250"},
    {flow, "turn the black box 90 degrees counterclockwise", NULL, "spare.w=60;spare.h=80"},
    /* several sentences */
    {flow, "move Login 20 right. Then make it blue.", NULL, "login.x=40;login.color=blue"},
    {flow, "delete the circle and make Database red, then move it 10 down", NULL,
     "gone end;db.color=red;db.y=35"},
    {flow, "make the black box red and bigger", NULL, "spare.color=red;spare.w=100"},
    {flow, "Make Login green and Database orange", NULL, "login.color=green;db.color=orange"},
    {flow, "align the red boxes left; stack them with gap 10", NULL,
     "login.x=20;check.x=20;check.y=70"},
    {flow, "dance around, but move Login 5 right", NULL, "says dance;login.x=25"},
    /* what can't be done */
    {flow, "what can you do?", NULL, "same;says align the red boxes left"},
    {flow, "move the box right", NULL, "same;says Check user"},
    {flow, "delete Foo", NULL, "same;says Nothing here is called \"Foo\""},
    {flow, "delete the purple boxes", NULL, "same;says red rectangle"},
    {flow, "move these left 10", NULL, "same;says Nothing is selected"},
    {flow, "delete the boxes unless they are red", NULL, "same;says unless"},
    {flow, "make Login blurple", NULL, "same"},
    {board, "delete Archive", NULL, "same;says locked"},
    {board, "how many circles are there?", NULL, "same;says 3"},
    /* a drawing one unit wide */
    {tiny, "align the red boxes top", NULL, "r1.y=0.1;r2.y=0.1"},
    /* looks */
    {flow, "paint the black box blue", NULL, "spare.fill=#1971c2"},
    {flow, "give Check user a yellow fill", NULL, "check.color=yellow"},
    {flow, "make Database dashed and red", NULL, "db.color=red;db.text=Database"},
    {board, "make the arrows dashed", NULL, "dashed e1;dashed e2"},
    {board, "turn the arrow from Alpha to Beta into a dotted one and make it thicker", NULL,
     "dashed e1;solid e2;e1.stroke=2"},
    {board, "connect Gamma to Log in to site with a dashed line", NULL, "count line=1"},
    {flow, "make the yellow box half transparent", NULL, "same;says Nothing here fits"},
    {flow, "make the circle #ffff00 with a thick #ff0000 border", NULL,
     "end.fill=#ffff00;end.outline=#ff0000"},
    {flow, "give Login a #ff0000 outline and #ffff00 filling", NULL,
     "login.outline=#ff0000;login.fill=#ffff00"},
    {flow, "give Login a thick, #00ff00 border", NULL, "login.outline=#00ff00;login.fill=#ffffff"},
    {flow, "make Login the same colour as the circle", NULL, "login.color=green"},
    {flow, "colour Login green, please", NULL, "login.color=green;check.color=red"},
    {flow, "make the boxes Login and Database green", NULL,
     "login.color=green;db.color=green;check.color=red;says 2 boxes"},
    {board, "make the red circles #0000ff and the yellow ones #ff0000", NULL,
     "k1.fill=#0000ff;k3.fill=#ff0000;bg.fill=#f8f9fa"},
    {flow, "make Login twice as wide and green", NULL, "login.w=200;login.color=green"},
    {flow, "add a box labelled move below Login. Connect Login and move with a red arrow", NULL,
     "arrow login move"},
    {board, "space out Alpha, Beta and Gamma by 15", NULL, "a.x=100;b.x=195;c.x=290"},
    {board, "which boxes are connected to Beta?", NULL, "same;says \"Gamma\""},
    {odd, "align the boxes 0:7 and .init.data at the top", NULL, "a.y=20;b.y=20;c.y=50"},
    {odd, "align #a and #b at the top", NULL, "a.y=20;b.y=20;c.y=50"},
    {board, "align the circles at the bottom left", NULL, "k1.x=40;k2.x=40;k3.x=40"},
    {odd, "make .init.data green. Make 0:7 blue", NULL, "a.color=blue;b.color=green;c.color=red"},
    {odd, "move 0:7 10 down", NULL, "a.y=30;c.y=50"},
    /* frames, words, links, groups */
    {board, "delete Beta and its arrows", NULL, "gone b;gone e1;gone e2;a.x=100"},
    {board, "delete Beta and its frobs", NULL, "same"},
    {board, "get the red circles removed", NULL, "gone k1;gone k2;k3.x=380"},
    {board, "Alpha and Gamma should swap places", NULL, "a.cx=540;c.cx=140"},
    {board, "what does Beta connect to?", NULL, "same;says \"Gamma\";says \"Alpha\""},
    {board, "what is in this drawing?", NULL, "same;says \"Log in to site\""},
    {board, "group Alpha and Beta", NULL, "a.x=100;b.x=300;count group=2"},
    {flow, "make everything with \"ck\" in its name green", NULL,
     "check.color=green;login.color=red;db.color=blue"},
    {flow, "undo that", NULL, "same;says fairy undo FILE"},
    {flow, "connect Login to Database. undo that", NULL, "arrow login db;says fairy undo FILE"},
    /* spelling */
    {flow, "chnage the colour of Login to gren", NULL, "same"},
    {flow, "algin the red boxes left", NULL, "check.x=20"},
    {flow, "rename Login to Chnage", NULL, "login.text=Chnage"},
    {board, "line up Alpha, Beta and Gamma in a column", NULL, "b.cx=340;a.cx=340;c.cx=340"},
    {tiny, "move A 0.05 right", NULL, "r1.x=0.15"},
    {tiny, "connect A to B to C", NULL, "arrow r1 r2;arrow r2 r3"},
    {tiny, "add a box labelled D below C", NULL, "new rectangle=D;D.cx=0.45;D.w=0.2;D.y>0.7"},
    {tiny, "stack A, B and C with gap 0.05", NULL, "r1.y=0.1;r2.y=0.25;r3.y=0.4"},
};

/* --- checking --------------------------------------------------------------------------------- */

typedef struct {
    SvgDocument *doc;
    GPtrArray *before, *after;
    GString *said;
    gboolean unchanged;
    const Case *test;
} Result;

static void on_event(const FairyEvent *event, gpointer data)
{
    Result *result = data;
    const FairyOutcome *outcome = event->outcome;
    if (event->kind != FAIRY_EVENT_ACTION) {
        return;
    }
    gboolean words = g_str_equal(outcome->type, "message") || g_str_equal(outcome->type, "unknown");
    gboolean already = outcome->detail && strstr(outcome->detail, "it is so already");
    if (already) {
        g_string_append(result->said, outcome->detail);
    } else if (outcome->status == FAIRY_REFUSED && !words) {
        g_test_message("refused: %s: %s", outcome->type, outcome->detail);
        g_test_fail();
    }
    if (words && outcome->detail) {
        g_string_append(result->said, outcome->detail);
    }
}

/* By id, else by label. */
static const SvgShape *look(const GPtrArray *shapes, const char *name)
{
    const SvgShape *found = NULL;
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        if (g_str_equal(shape->id, name)) {
            return shape;
        }
        found = g_strcmp0(shape->text, name) == 0 ? shape : found;
    }
    return found;
}

static gboolean number_of(const SvgShape *shape, const char *property, double *value)
{
    SvgPoint middle = svg_box_center(shape->box);
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"x", shape->box.x},
                   {"y", shape->box.y},
                   {"w", shape->box.w},
                   {"h", shape->box.h},
                   {"cx", middle.x},
                   {"cy", middle.y},
                   {"stroke", shape->stroke_width}};
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        if (g_str_equal(numbers[i].name, property)) {
            *value = numbers[i].value;
            return TRUE;
        }
    }
    return FALSE;
}

static const char *words_of(const SvgShape *shape, const char *property)
{
    const char *value = g_str_equal(property, "text")      ? shape->text
                        : g_str_equal(property, "color")   ? shape->color
                        : g_str_equal(property, "fill")    ? shape->fill
                        : g_str_equal(property, "outline") ? shape->stroke
                                                           : NULL;
    return value ? value : "";
}

static gboolean holds_property(const Result *r, const char *name, const char *property, char op,
                               const char *value)
{
    const SvgShape *shape = look(r->after, name);
    double now = 0, wanted = g_ascii_strtod(value, NULL);
    if (!shape) {
        return FALSE;
    }
    if (number_of(shape, property, &now)) {
        double slack = r->test->svg == tiny ? 0.001 : 0.51;
        return op == '>' ? now > wanted - slack : fabs(now - wanted) <= slack;
    }
    g_autofree char *words = g_strdup(words_of(shape, property));
    return g_str_equal(g_strdelimit(words, "\n", ' '), value); /* a label may be broken to fit */
}

static const SvgShape *find_arrow(const Result *r, const char *from, const char *to)
{
    const SvgShape *a = look(r->after, from), *b = look(r->after, to);
    for (guint i = 0; a && b && i < r->after->len; i++) {
        const SvgShape *shape = r->after->pdata[i];
        if (shape->kind == SVG_KIND_ARROW && g_strcmp0(shape->from_id, a->id) == 0 &&
            g_strcmp0(shape->to_id, b->id) == 0) {
            return shape;
        }
    }
    return NULL;
}

/* A label lies on the arrow, whether the drawing's reader takes it for the arrow's own or for a
 * text. */
static gboolean holds_label(const Result *r, const SvgShape *arrow, const char *label)
{
    if (!*label || g_strcmp0(arrow->text, label) == 0) {
        return g_str_equal(words_of(arrow, "text"), label);
    }
    SvgPoint a = svg_box_center(arrow->box);
    for (guint i = 0; i < r->after->len; i++) {
        const SvgShape *text = r->after->pdata[i];
        SvgPoint b = svg_box_center(text->box);
        if (text->kind == SVG_KIND_TEXT && g_strcmp0(text->text, label) == 0 &&
            hypot(a.x - b.x, a.y - b.y) < 30) {
            return TRUE;
        }
    }
    return FALSE;
}

static guint place_of(const GPtrArray *shapes, const char *id)
{
    for (guint i = 0; i < shapes->len; i++) {
        if (g_str_equal(((const SvgShape *)shapes->pdata[i])->id, id)) {
            return i;
        }
    }
    return G_MAXUINT;
}

static gboolean holds_new(const Result *r, const char *kind, const char *label)
{
    guint n = 0;
    for (guint i = 0; i < r->after->len; i++) {
        const SvgShape *shape = r->after->pdata[i];
        n += g_str_equal(svg_kind_name(shape->kind), kind) && g_strcmp0(shape->text, label) == 0 &&
             place_of(r->before, shape->id) == G_MAXUINT;
    }
    return n == 1;
}

static guint count_kind(const Result *r, const char *kind)
{
    guint n = 0;
    for (guint i = 0; i < r->after->len; i++) {
        n += g_str_equal(svg_kind_name(((const SvgShape *)r->after->pdata[i])->kind), kind);
    }
    return n;
}

/* "arrow a b=label", "gone x", "order a b" … */
static gboolean holds_words(const Result *r, const char *check, const char *equals)
{
    g_autofree char *head = equals ? g_strndup(check, (gsize)(equals - check)) : g_strdup(check);
    g_auto(GStrv) words = g_strsplit(head, " ", 3);
    if (g_str_equal(words[0], "says")) {
        return strstr(r->said->str, check + 5) != NULL;
    }
    if (g_str_equal(words[0], "same")) {
        return r->unchanged;
    }
    if (g_str_equal(words[0], "gone")) {
        return look(r->before, words[1]) && place_of(r->after, words[1]) == G_MAXUINT;
    }
    if (g_str_equal(words[0], "new")) {
        return holds_new(r, words[1], equals + 1);
    }
    if (g_str_equal(words[0], "count")) {
        return count_kind(r, words[1]) == strtoul(equals + 1, NULL, 10);
    }
    if (g_str_equal(words[0], "order")) {
        guint first = place_of(r->after, words[1]), second = place_of(r->after, words[2]);
        return first < second && second != G_MAXUINT;
    }
    if (g_str_equal(words[0], "dashed") || g_str_equal(words[0], "solid")) {
        const SvgShape *shape = look(r->after, words[1]);
        return shape && (shape->dashed != FALSE) == g_str_equal(words[0], "dashed");
    }
    const SvgShape *arrow = find_arrow(r, words[1], words[2]);
    if (g_str_equal(words[0], "noarrow")) {
        return !arrow;
    }
    g_assert_cmpstr(words[0], ==, "arrow");
    return arrow && (!equals || holds_label(r, arrow, equals + 1));
}

static gboolean holds(const Result *r, const char *check)
{
    const char *op = strpbrk(check, "=>"), *dot = strchr(check, '.');
    const char *space = strchr(check, ' ');
    if (dot && op && dot < op && !(space && space < dot)) {
        g_autofree char *name = g_strndup(check, (gsize)(dot - check));
        g_autofree char *property = g_strndup(dot + 1, (gsize)(op - dot - 1));
        return holds_property(r, name, property, *op, op + 1);
    }
    return holds_words(r, check, op && *op == '=' ? op : NULL);
}

static void test_case(gconstpointer data)
{
    const Case *test = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc =
        svg_document_parse(test->svg, strlen(test->svg), "test.svg", &error);
    g_assert_no_error(error);
    g_auto(GStrv) selection = test->selection ? g_strsplit(test->selection, " ", -1) : NULL;
    g_autoptr(GString) said = g_string_new(NULL);
    g_autoptr(GPtrArray) before = svg_document_shapes(doc);
    Result result = {.doc = doc, .before = before, .said = said, .test = test};
    FairyAgentOptions options = {.selection = (const char *const *)selection,
                                 .view = SVG_BOX_EMPTY,
                                 .on_event = on_event,
                                 .data = &result};
    g_autoptr(FairyExecutor) executor = fairy_ask(doc, test->prompt, &options, &error);
    g_assert_no_error(error);
    g_assert_nonnull(executor);
    g_autoptr(GPtrArray) after = svg_document_shapes(doc);
    result.after = after;
    result.unchanged = !svg_document_is_changed(doc);
    g_assert_cmpuint(said->len, >, 0);
    g_auto(GStrv) checks = g_strsplit(test->holds, ";", -1);
    for (guint i = 0; checks[i]; i++) {
        if (!holds(&result, checks[i])) {
            g_test_message("\"%s\": %s does not hold; it said: %s", test->prompt, checks[i],
                           said->str);
            g_test_fail();
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/offline/prompt/%03u", (guint)i + 1);
        g_test_add_data_func(path, &cases[i], test_case);
    }
    int status = g_test_run();
    svg_cleanup();
    return status;
}
