import { expect, test } from 'vitest';
import { parseEventLine } from '../../../src-main/ledger/event-line.ts';
import { exportMarkdown } from '../../../src-main/ledger/export-markdown.ts';
import type { SessionLine } from '../../../src-main/ledger/ports.ts';

/** The lines as a session reads them. */
async function* linesOf(events: readonly object[]): AsyncGenerator<SessionLine> {
  for (const [index, event] of events.entries()) {
    const bytes = Buffer.from(JSON.stringify(event));
    yield { number: index + 1, bytes, ...parseEventLine(bytes) } as unknown as SessionLine;
  }
}

async function exported(events: readonly object[]): Promise<string> {
  const parts: string[] = [];
  for await (const part of exportMarkdown('one', linesOf(events))) parts.push(part);
  return parts.join('');
}

const said = (text: string, at: number) => ({
  ...{ v: 1, id: `id-${text}`, at, session: 'one', previous: '', type: 'message.user', data: { text } },
});

test('a line with a time that no clock shows is told as it is, and the others follow', async () => {
  const text = await exported([said('first', 1), said('never', 9e15), said('last', 2)]);
  expect(text).toContain('> first');
  expect(text).toContain('## Line 2 cannot be read');
  expect(text).toContain('9000000000000000');
  expect(text).toContain('> last');
});
