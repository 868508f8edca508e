import { describe, expect, test } from 'vitest';
import { CompletionChunk } from '../../../../src-main/llm/stream/completion-chunk.ts';
import { ReplyBuilder } from '../../../../src-main/llm/stream/reply-builder.ts';

/** A builder that has taken these chunks as a server sends them. */
function built(...chunks: readonly object[]): ReplyBuilder {
  const builder = new ReplyBuilder();
  for (const chunk of chunks) builder.add(CompletionChunk.parse(chunk));
  return builder;
}

const piece = (delta: object, finish?: string) => ({ choices: [{ index: 0, delta, finish_reason: finish ?? null }] });
const call = (text: string, index = 0) => ({
  tool_calls: [{ index, id: `c${index}`, function: { name: 'write_file', arguments: text } }],
});
const finished = (builder: ReplyBuilder) => builder.finish('asked', []);

describe('a reply that was cut', () => {
  test('says so in whatever letters, and leaves out the call that was being written', () => {
    for (const reason of ['length', 'max_tokens', 'model_length', 'LENGTH', 'MAX_TOKENS']) {
      const reply = finished(
        built(piece(call('{"path":"a"}')), piece(call('{"path":"b","content":"ha', 1)), piece({}, reason)),
      );
      expect([reply.finish, reply.calls.length]).toEqual(['length', 1]);
    }
    const filtered = finished(built(piece({ content: 'Half' }), piece({}, 'CONTENT_FILTER')));
    expect([filtered.finish, filtered.text]).toEqual(['content-filter', 'Half']);
  });

  test('that the server gave up is known by its word, in whatever letters', () => {
    expect(built(piece({ content: 'Half' }, 'Network_Error')).givenUp).toBe('network_error');
    for (const reason of ['stop', 'length', 'constructor', '__proto__']) {
      expect(built(piece({}, reason)).givenUp).toBeUndefined();
    }
  });
});

describe('a reply', () => {
  test('with calls is one whatever the server says, and a word that is not known is its end', () => {
    expect(finished(built(piece(call('{}')), piece({}, 'stop'))).finish).toBe('tool-calls');
    for (const reason of ['end_turn', 'constructor', '__proto__', 'eos']) {
      expect(finished(built(piece({ content: 'All' }), piece({}, reason))).finish).toBe('stop');
    }
  });

  test('in one piece has each call that it lists, whatever ids the server gave them', () => {
    const listed = (id: string | undefined, tool: string, text: string) => ({
      ...(id !== undefined && { id }),
      function: { name: tool, arguments: text },
    });
    const lists = ['same', '', undefined].map((id) => [
      listed(id, 'list', ''),
      listed(id, 'read', '{"path":"a"}'),
      listed(id, 'read', '{"path":"b"}'),
    ]);
    for (const list of lists) {
      const message = { content: null, tool_calls: list };
      const { calls } = finished(built({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }));
      expect(calls.map(({ tool, arguments: text }) => `${tool} ${text}`)).toEqual([
        'list {}',
        'read {"path":"a"}',
        'read {"path":"b"}',
      ]);
      expect(new Set(calls.map(({ callId }) => callId)).size).toBe(3);
    }
  });

  test('is put together of its first choice alone', () => {
    const two = {
      choices: [
        { index: 1, delta: { content: 'B' } },
        { index: 0, delta: { content: 'A' } },
      ],
    };
    expect(finished(built(two, { choices: [{ delta: { content: 'a' } }] }, { choices: [] }, {})).text).toBe('Aa');
  });

  test('keeps what it can of odd chunks, and nothing twice', () => {
    const odd = {
      choices: [{ delta: { content: 'x', tool_calls: 5, reasoning: 'r', reasoning_content: 'r' } }],
      usage: {},
    };
    expect(finished(built(odd))).toMatchObject({ text: 'x', reasoning: 'r', calls: [], finish: 'stop' });
  });

  test('is empty while it has a thought alone', () => {
    expect(built(piece({ reasoning: 'Hm' })).isEmpty).toBe(true);
    for (const delta of [{ content: 'x' }, { refusal: 'No' }, call('')])
      expect(built(piece(delta)).isEmpty).toBe(false);
  });

  test('has the usage that came last', () => {
    const usage = (completion: number, total?: number) => ({
      usage: { prompt_tokens: 2, completion_tokens: completion, ...(total !== undefined && { total_tokens: total }) },
    });
    expect(finished(built(usage(1), usage(3), { usage: null })).usage).toEqual({ prompt: 2, completion: 3, total: 5 });
    expect(finished(built(usage(1, 9))).usage).toEqual({ prompt: 2, completion: 1, total: 9 });
  });

  test('says how many of its tokens are of a thought that the server does not show', () => {
    const usage = (details: unknown) => ({
      usage: { prompt_tokens: 2, completion_tokens: 900, completion_tokens_details: details },
    });
    expect(finished(built(usage({ reasoning_tokens: 850 })))).toMatchObject({
      reasoningTokens: 850,
      usage: { prompt: 2, completion: 900, total: 902 },
    });
    for (const none of [null, {}, { reasoning_tokens: 0 }, { reasoning_tokens: null }, { reasoning_tokens: 'many' }]) {
      const reply = finished(built(usage(none)));
      expect([reply.reasoningTokens, reply.usage?.completion]).toEqual([undefined, 900]);
    }
  });

  test('gives a call another id where its own was used before', () => {
    const builder = built(piece(call('{"a":1}')));
    const [made] = builder.finish('asked', ['c0']).calls;
    expect(made?.callId).not.toBe('c0');
    expect(made?.arguments).toBe('{"a":1}');
  });

  test('longer than any model writes is refused, and one as long is not', () => {
    const builder = built(piece({ content: 'x'.repeat(64 * 1024 * 1024) }));
    expect(() => builder.add(CompletionChunk.parse(piece({ refusal: 'x' })))).toThrow(RangeError);
  });
});

test('progress is what brought something: a keep-alive is none', () => {
  const builder = new ReplyBuilder();
  const isProgress = (chunk: object) => builder.add(CompletionChunk.parse(chunk)).isProgress;
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  expect([piece({}), {}, { choices: [] }, piece({ content: '' })].map(isProgress)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([{ usage }, { usage }].map(isProgress)).toEqual([true, false]);
  expect([piece({ content: 'x' }), piece({ refusal: 'x' }), piece({}, 'stop')].map(isProgress)).toEqual([
    true,
    true,
    true,
  ]);
});
