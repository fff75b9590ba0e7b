#!/usr/bin/env python3
"""An answer that never ends, as a script for test-server: `runaway.py WIRE KIND TIMES`.

WIRE: as of stream.py. KIND: `text`, an action that is done, and then actions without an end; `thinking`; `call`, arguments
of a tool that nobody asked for. TIMES: how often the piece comes, so that a test ends that fails.
"""
import json
import sys

from stream import PATHS

WORDS = 'move the red box to the left of the green one and make it larger, please. '
FIRST = '{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30,"anchor":"top-left"},'
ACTION = json.dumps({'_type': 'message', 'text': WORDS * 2}) + ','
MEMBERS = {
    'anthropic': {'text': ('text_delta', 'text'), 'thinking': ('thinking_delta', 'thinking'),
                  'call': ('input_json_delta', 'partial_json')},
    'openai': {'text': 'content', 'thinking': 'reasoning_content'},
    'ollama': {'text': 'content', 'thinking': 'thinking'},
}


def anthropic(kind, text):
    name, member = MEMBERS['anthropic'][kind]
    return {'type': 'content_block_delta', 'index': 0, 'delta': {'type': name, member: text}}


def openai(kind, text):
    call = {'tool_calls': [{'index': 0, 'function': {'arguments': text}}]}
    delta = call if kind == 'call' else {MEMBERS['openai'][kind]: text}
    return {'choices': [{'index': 0, 'delta': delta, 'finish_reason': None}], 'usage': None}


def gemini(kind, text):
    part = {'functionCall': {'name': 'act', 'args': {'x': text}}} if kind == 'call' else {'text': text}
    if kind == 'thinking':
        part['thought'] = True
    return {'candidates': [{'content': {'role': 'model', 'parts': [part]}, 'index': 0}]}


def ollama(kind, text):
    call = {'tool_calls': [{'function': {'name': 'act', 'arguments': {'x': text}}}]}
    message = call if kind == 'call' else {MEMBERS['ollama'][kind]: text}
    return {'model': 'm', 'message': {'role': 'assistant', **message}, 'done': False}


def line(wire, event):
    text = json.dumps(event)
    bytes_ = f'{text}\n' if wire == 'ollama' else f'data: {text}\n\n'
    return bytes_.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n')


def script(wire, kind, times):
    write = globals()[wire]
    print(f'answer POST {PATHS[wire]}')
    if wire == 'ollama':
        print('header content-type: application/x-ndjson')
    if kind == 'text':
        print('body ' + line(wire, write(kind, FIRST)))
    print(f'repeat {times} ' + line(wire, write(kind, ACTION if kind == 'text' else WORDS * 2)))


if __name__ == '__main__':
    script(sys.argv[1], sys.argv[2], int(sys.argv[3]))
