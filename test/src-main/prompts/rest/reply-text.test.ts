import { expect, test } from 'vitest';
import { replyContent, StreamedText } from '../../../../src-main/prompts/rest/reply-text.ts';
import { cpuMsOf } from '../../../support/time-taken.ts';

const line = (value: unknown) => `data: ${JSON.stringify(value)}\r\n\r\n`;
const delta = (content: string, index = 0) => line({ choices: [{ index, delta: { content } }] });

test('a stream says the same however it is cut, and what came of it where it broke', () => {
  const stream = Buffer.from(
    `: hello\n\n${line({ choices: [{ delta: { reasoning_content: 'hm' } }] })}${delta('zwölf ')}${delta('other', 1)}${delta('Ω')}data: {broken\n\n${line(
      { choices: [{ delta: {}, finish_reason: 'length' }], usage: { prompt_tokens: 3, completion_tokens: 4 } },
    )}data: [DONE]`,
  );
  const whole = { text: 'zwölf Ω\n\nother', reasoning: 'hm', finish: 'length' };
  for (const size of [1, 2, 7, stream.length]) {
    const said = new StreamedText();
    for (let at = 0; at < stream.length; at += size) said.take(stream.subarray(at, at + size));
    expect(said.end(true)).toEqual({ ...whole, usage: { prompt: 3, completion: 4, total: 7 } });
  }
  const broken = new StreamedText();
  broken.take(Buffer.from(delta('as far')));
  expect(broken.end(false)).toMatchObject({ text: 'as far', finish: 'interrupted', usage: undefined });
});

test('a line that never ends takes no longer the longer it is', () => {
  const piece = Buffer.alloc(1024, 'x');
  const take = (count: number) => () => {
    const said = new StreamedText();
    for (let at = 0; at < count; at++) said.take(piece);
  };
  take(500)();
  const [short, long] = [cpuMsOf(take(1000)), cpuMsOf(take(8000))];
  expect(long).toBeLessThan(24 * short + 50);
});

test.each(['{}', '[]', 'null', '{"choices":[null,{"message":null}]}', 'no JSON'])('%s says nothing', (json) => {
  expect(replyContent(json)).toMatchObject({ finish: 'stop', usage: undefined });
  expect(replyContent(json).text.trim()).toBe('');
});

test.each([
  [`${delta('so far')}`, { text: 'so far', finish: 'interrupted' }],
  [`${delta('all')}data: [DONE]\n\n`, { text: 'all', finish: 'stop' }],
  [`${delta('all')}${line({ choices: [{ delta: {}, finish_reason: 'stop' }] })}`, { text: 'all', finish: 'stop' }],
  [
    `${delta('so far')}${line({ error: { message: 'overloaded' } })}data: [DONE]\n\n`,
    { text: 'so far', finish: 'failed', error: 'overloaded' },
  ],
  [line({ error: 'no credit' }), { text: '', finish: 'failed', error: 'no credit' }],
  [line({ error: { code: 7 } }), { finish: 'failed', error: '{"code":7}' }],
])('a stream that ended by itself, %j, is told as %j', (stream, expected) => {
  const said = new StreamedText();
  said.take(Buffer.from(stream));
  expect(said.end(true)).toMatchObject(expected);
});

test('choices stand in their order, and the first says how it ended', () => {
  const said = new StreamedText();
  const end = (index: number, finish: string) => line({ choices: [{ index, delta: {}, finish_reason: finish }] });
  said.take(Buffer.from(delta('two', 1) + delta('one', 0) + end(0, 'length') + end(1, 'stop')));
  expect(said.end(true)).toMatchObject({ text: 'one\n\ntwo', finish: 'length' });
});

test('an error with the status of a reply is told as one', () => {
  expect(replyContent('{"error":{"message":"no credit"}}')).toMatchObject({ finish: 'failed', error: 'no credit' });
  expect(replyContent('{"error":null,"choices":[{"message":{"content":"x"}}]}')).toEqual({
    text: 'x',
    reasoning: '',
    finish: 'stop',
    usage: undefined,
  });
});

test.each([
  ['a mark of the order of bytes', `\ufeff${delta('all')}data: [DONE]\n\n`],
  ['lines that a carriage return ends', `${delta('all')}data: [DONE]\n\n`.replaceAll(/\r?\n/g, '\r')],
  ['a chunk on several lines', 'data: {"choices":\ndata: [{"delta":{"content":"all"}}]}\n\ndata: [DONE]\n\n'],
  ['no line between the events', `${delta('al')}${delta('l')}data: [DONE]\n`.replaceAll(/(\r?\n)+/g, '\n')],
])('a stream with %s is read', (_, stream) => {
  for (const size of [1, 3, stream.length]) {
    const said = new StreamedText();
    const bytes = Buffer.from(stream);
    for (let at = 0; at < bytes.length; at += size) said.take(bytes.subarray(at, at + size));
    expect(said.end(true)).toMatchObject({ text: 'all', finish: 'stop' });
  }
});
