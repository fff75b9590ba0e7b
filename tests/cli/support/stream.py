#!/usr/bin/env python3
"""The answer of a provider as a script for test-server: `stream.py WIRE REPLY [STEP…]`.

WIRE: anthropic, openai, gemini or ollama. REPLY: the text of the reply. STEPs are lines of the script that stand before
the body (`cut-after 400`, `pieces 2`, …).
"""
import json
import sys

PATHS = {
    'anthropic': '/v1/messages',
    'openai': '/v1/chat/completions',
    'gemini': '/v1beta/models/',
    'ollama': '/api/chat',
}
PIECE = 7  # characters of the reply in an event


def pieces(reply):
    return [reply[i:i + PIECE] for i in range(0, len(reply), PIECE)]


def anthropic(reply):
    yield 'message_start', {'type': 'message_start', 'message': {
        'id': 'msg_1', 'role': 'assistant', 'content': [], 'model': 'm',
        'usage': {'input_tokens': 1200, 'cache_read_input_tokens': 300, 'output_tokens': 1}}}
    yield 'content_block_start', {'type': 'content_block_start', 'index': 0,
                                  'content_block': {'type': 'thinking', 'thinking': '', 'signature': ''}}
    yield 'content_block_stop', {'type': 'content_block_stop', 'index': 0}
    yield 'content_block_start', {'type': 'content_block_start', 'index': 1,
                                  'content_block': {'type': 'text', 'text': ''}}
    yield 'ping', {'type': 'ping'}
    for piece in pieces(reply):
        yield 'content_block_delta', {'type': 'content_block_delta', 'index': 1,
                                      'delta': {'type': 'text_delta', 'text': piece}}
    yield 'content_block_stop', {'type': 'content_block_stop', 'index': 1}
    yield 'message_delta', {'type': 'message_delta', 'delta': {'stop_reason': 'end_turn'},
                            'usage': {'output_tokens': 89}}
    yield 'message_stop', {'type': 'message_stop'}


def openai(reply):
    def chunk(delta, finish=None):
        return '', {'object': 'chat.completion.chunk',
                    'choices': [{'index': 0, 'delta': delta, 'finish_reason': finish}], 'usage': None}
    yield chunk({'role': 'assistant', 'content': ''})
    for piece in pieces(reply):
        yield chunk({'content': piece})
    yield chunk({}, 'stop')
    yield '', {'choices': [], 'usage': {'prompt_tokens': 1500, 'completion_tokens': 89,
                                        'prompt_tokens_details': {'cached_tokens': 300}}}


def gemini(reply):
    def chunk(text, **more):
        return '', {'candidates': [{'content': {'role': 'model', 'parts': [{'text': text}]}, 'index': 0, **more}]}
    for piece in pieces(reply):
        yield chunk(piece)
    kind, last = chunk('', finishReason='STOP')
    last['usageMetadata'] = {'promptTokenCount': 1500, 'cachedContentTokenCount': 300,
                             'candidatesTokenCount': 60, 'thoughtsTokenCount': 29}
    yield kind, last


def ollama(reply):
    for piece in pieces(reply):
        yield '', {'model': 'm', 'message': {'role': 'assistant', 'content': piece}, 'done': False}
    yield '', {'model': 'm', 'message': {'role': 'assistant', 'content': ''}, 'done': True, 'done_reason': 'stop',
               'prompt_eval_count': 1500, 'eval_count': 89}


def script(wire, reply, steps):
    lines = [f'answer POST {PATHS[wire]}']
    if wire == 'ollama':
        lines.append('header content-type: application/x-ndjson')
    lines += steps
    for kind, event in globals()[wire](reply):
        text = json.dumps(event, ensure_ascii=False)
        if wire == 'ollama':
            quoted = text.replace('\\', '\\\\').replace('"', '\\"')
            lines.append(f'body {quoted}\\n')
        elif kind:
            lines.append(f'event {kind} {text}')
        else:
            lines.append(f'data {text}')
    if wire == 'openai':
        lines.append('data [DONE]')
    return lines


if __name__ == '__main__':
    print('\n'.join(script(sys.argv[1], sys.argv[2], sys.argv[3:])))
