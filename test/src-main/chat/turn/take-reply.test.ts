import { expect, test } from 'vitest';
import { takeReply } from '../../../../src-main/chat/turn/take-reply.ts';
import type { ModelEvent } from '../../../../src-main/llm/index.ts';

/** Returns the note about a wait, before a reply that then fails. */
async function noteOf(delayMs: number): Promise<string | undefined> {
  const notes: string[] = [];
  async function* stream(): AsyncGenerator<ModelEvent> {
    yield { type: 'waiting', reason: 'HTTP 429', delayMs, attempt: 1 };
    yield { type: 'failed', failure: { code: 'rate-limited', message: 'HTTP 429', retryable: true } };
  }
  const client = { name: 'test', model: 'tiny', stream };
  const sink = { text: () => {}, reasoning: () => {}, note: (note: string) => void notes.push(note) };
  await takeReply({ client, messages: [], tools: [], signal: new AbortController().signal }, sink);
  return notes[0];
}

test('a short wait is told by its length, a long one by the time when it ends, which stays true', async () => {
  expect(await noteOf(1500)).toBe('HTTP 429; trying again in 1.5 s (attempt 1)');
  expect(await noteOf(120_000)).toMatch(/^HTTP 429; trying again at \d\d:\d\d:\d\d \(attempt 1\)$/);
});
