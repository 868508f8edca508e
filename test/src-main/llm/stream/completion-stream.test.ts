import { describe, expect, test } from 'vitest';
import { ReplyTranslator } from '#protocols';
import type { ModelEvent } from '../../../../src-main/llm/model-client.ts';
import { type ReplyContext, readReply } from '../../../../src-main/llm/stream/completion-stream.ts';

const ADDRESS = 'https://model.example/v1';
const chunk = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
const DONE = 'data: [DONE]\n\n';

/** A body of these pieces, which then ends, or fails. */
function bodyOf(pieces: readonly (string | Uint8Array)[], failure?: Error): ReadableStream<Uint8Array> {
  const left = pieces.map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next) controller.enqueue(next);
      else if (failure) controller.error(failure);
      else controller.close();
    },
  });
}

interface Reading {
  readonly type?: string;
  readonly failure?: Error;
  readonly signal?: AbortSignal;
  readonly translator?: ReplyTranslator;
}

async function read(
  pieces: readonly (string | Uint8Array)[],
  { type = 'text/event-stream', failure, signal, translator }: Reading = {},
) {
  const context = {
    translator,
    askedModel: 'm',
    takenIds: [],
    address: ADDRESS,
    signal: signal ?? new AbortController().signal,
    stall: {
      progress: () => {},
      shorten: () => {},
      waitFor: async <T>(work: Promise<T>, given: AbortSignal) => {
        given.throwIfAborted();
        return await work;
      },
    },
  } as unknown as ReplyContext;
  const events: ModelEvent[] = [];
  const response = new Response(bodyOf(pieces, failure), { headers: { 'content-type': type } });
  for await (const event of readReply(response, context)) events.push(event);
  const last = events.at(-1);
  return last?.type === 'done' ? last.reply : undefined;
}

const failureOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'no failure',
    (error: Error) => error.message,
  );

describe('a stream', () => {
  test('is whole once it has a reason for its end, or said that it is done', async () => {
    expect(await read([chunk('All'), chunk('', 'stop')])).toMatchObject({ text: 'All', finish: 'stop' });
    expect(await read([chunk('All'), DONE])).toMatchObject({ text: 'All' });
    expect(await read([chunk('All', 'stop'), DONE, chunk(' and more')])).toMatchObject({ text: 'All' });
  });

  test('that just ends is not, and neither is one that said nothing', async () => {
    expect(await failureOf(read([chunk('Half')]))).toContain('closed the connection before the reply was complete');
    expect(await failureOf(read([]))).toContain('closed the connection');
    expect(await failureOf(read([DONE]))).toContain('without saying anything');
    expect(await failureOf(read([chunk('Half'), chunk('', 'network_error'), DONE]))).toContain('gave its reply up');
  });

  test('that fails after its end has lost nothing, and before it is a failure', async () => {
    const failure = new Error('reset');
    expect(await read([chunk('All', 'stop')], { failure })).toMatchObject({ text: 'All' });
    expect(await failureOf(read([chunk('Half')], { failure }))).not.toBe('no failure');
    const late = 'data: {"error":{"message":"overloaded"}}\n\n';
    expect(await failureOf(read([chunk('All', 'stop'), late]))).toContain('overloaded');
  });

  test('that is given up is no reply, though all of it has come', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    expect(await failureOf(read([chunk('All', 'stop')], { signal: stop.signal }))).toBe('stopped');
  });

  test('may be cut anywhere, also within a character, and may forget blank lines', async () => {
    const bytes = new TextEncoder().encode(`${chunk('日本')}${chunk('', 'stop')}`);
    for (let at = 1; at < bytes.length; at += 7) {
      expect(await read([bytes.subarray(0, at), bytes.subarray(at)])).toMatchObject({ text: '日本' });
    }
    expect(await read([chunk('a').trimEnd(), '\n', chunk('b', 'stop').trimEnd(), '\n'])).toMatchObject({ text: 'ab' });
  });

  test('with something else in the middle has broken off', async () => {
    expect(await failureOf(read([chunk('Half'), 'data: <html>\n\n', chunk('', 'stop')]))).toContain('not JSON');
    expect(await read([chunk('All'), 'data: 5\n\n', 'data: []\n\n', ': ping\n\n', chunk('', 'stop')])).toMatchObject({
      text: 'All',
    });
  });
});

describe('a stream of Anthropic', () => {
  const event = (value: { readonly type: string }) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
  const text = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'All' } };
  const stream = [text, { type: 'message_stop' }].map(event).join('');
  const readAnthropic = (pieces: readonly string[]) =>
    read(pieces, { translator: new ReplyTranslator({ id: '', created: 0, model: 'm' }) });

  test('is whole if only the blank line after its last event is missing, and not if anything else is', async () => {
    for (const end of ['\n\n', '\n', '']) {
      expect(await readAnthropic([stream.trimEnd() + end])).toMatchObject({ text: 'All' });
    }
    for (const cut of [4, 12, 40]) {
      expect(await failureOf(readAnthropic([stream.slice(0, -cut)]))).toContain('ended before it was complete');
    }
  });
});

describe('a reply in one piece', () => {
  const whole = (choice: object) => [JSON.stringify({ choices: [{ index: 0, ...choice }] })];
  const type = 'application/json';

  test('is taken whole, and half of it not at all', async () => {
    const [text = ''] = whole({ message: { content: 'All' }, finish_reason: 'stop' });
    expect(await read([text], { type })).toMatchObject({ text: 'All' });
    expect(await failureOf(read([text.slice(0, -2)], { type }))).toContain('not JSON');
    expect(await failureOf(read([], { type }))).toContain('not JSON');
  });

  test('that is an error, or no reply, is a failure', async () => {
    expect(await failureOf(read(['{"error":{"message":"no credit"}}'], { type }))).toContain('no credit');
    for (const text of ['{}', '[]', '5', '{"choices":[]}']) {
      expect(await failureOf(read([text], { type }))).toContain('no model');
    }
    expect(await failureOf(read(['<html>'], { type: 'text/html' }))).toContain('web page');
  });
});
