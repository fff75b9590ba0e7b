// h2_server.js KEY CERTIFICATE: a server over TLS that speaks HTTP/2, and HTTP/1.1 with who wants
// that. Prints its port, and runs until its standard input ends.
//   /stream?n=N  N events, 5 ms apart     /hang   an event, then nothing
//   /reset       an event, then RST       /count  {"sessions":…,"aborted":…}
'use strict';
const fs = require('fs');
const http2 = require('http2');

const [key, cert] = process.argv.slice(2, 4).map((path) => fs.readFileSync(path));
const server = http2.createSecureServer({key, cert, allowHTTP1: true});
let sessions = 0;
let aborted = 0;
server.on('session', () => sessions++);

function stream(response, n) {
    let i = 0;
    const next = () => {
        if (i === n) {
            response.end();
        } else if (!response.destroyed) {
            response.write(`data: ${i++}\n\n`);
            setTimeout(next, 5);
        }
    };
    next();
}

server.on('request', (request, response) => {
    const url = new URL(request.url, 'https://here');
    request.on('aborted', () => aborted++);
    request.on('error', () => {});
    request.resume();
    const type = url.pathname === '/count' ? 'application/json' : 'text/event-stream';
    response.writeHead(200, {'content-type': type, 'x-version': request.httpVersion,
                             'x-asked-for': request.headers[':authority'] || request.headers.host});
    if (url.pathname === '/count') {
        response.end(JSON.stringify({sessions, aborted}));
    } else if (url.pathname === '/stream') {
        stream(response, Number(url.searchParams.get('n')));
    } else {
        response.write('data: 0\n\n');
        if (url.pathname === '/reset') {
            setTimeout(() => response.stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR), 20);
        }
    }
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit()).resume();
