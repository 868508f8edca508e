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
  v: 1,
  id: `id-${text}`,
  at,
  session: 'one',
  previous: '',
  type: 'message.user',
  data: { text },
});

test('a line with a time that no clock shows is told as it is, and the others follow', async () => {
  const text = await exported([said('first', 1), said('never', 9e15), said('last', 2)]);
  expect(text).toContain('> first');
  expect(text).toContain('## Line 2 cannot be read');
  expect(text).toContain('9000000000000000');
  expect(text).toContain('> last');
});

test('names of files and of branches bring no line, picture or HTML of their own into the sentences of an undo', async () => {
  const evil = '/w/a\n# Forged\n![x](b) <img src=x>';
  const paths = [{ event: 'e', path: '/w/b', outcome: 'left', why: `${evil} could not be restored` }];
  const counts = { direction: 'undo', transaction: 't', paths, restored: 0, left: 1, unknown: 0 };
  const head = { from: { ref: 'refs/heads/<img>' }, to: {} };
  const rewound = { ...counts, to: 'id-first', title: '![x](y) <b>', withFiles: true, headMoved: head };
  const text = await exported([
    { ...said('', 1), type: 'turn.undone', data: { turn: 't1', ...counts } },
    { ...said('', 2), type: 'session.rewound', data: rewound },
  ]);
  expect(text).toContain('- `/w/b` · left · /w/a ⏎ # Forged');
  expect(text).toContain('Rewound to before “!\\[x](y) \\<b>”');
  expect(text).not.toMatch(/^# Forged|(?<!\\)<|!\[/m);
});

test.each([
  ['<b>', '\\<b>'],
  ['\\<b>', '\\<b>'],
  ['\\\\<b>', '\\\\\\<b>'],
])('what is said brings no HTML, however many backslashes stand before it: %s', async (text, written) => {
  expect(await exported([said(text, 1)])).toContain(`\n> ${written}\n`);
});

test('output with hundreds of thousands of backticks is exported in a fence of its own', async () => {
  const content = '`a` '.repeat(100_000);
  const data = { callId: 'c', tool: 'read_file', outcome: 'done', content };
  const text = await exported([{ ...said('', 1), type: 'tool.returned', data }, said('last', 2)]);
  expect(text).toContain(`\n\`\`\`\n${content}\n\`\`\`\n`);
  expect(text).toContain('> last');
});

test('a change that failed, and one that the box took back, are not told as undone by a person', async () => {
  const undone = (data: object) => ({
    ...said('x', 1),
    type: 'change.undone',
    data: { change: 'c', path: '/w/a', ...data },
  });
  expect(await exported([undone({ forced: false, hasFailed: true })])).toContain(', since it did not come to be');
  expect(await exported([undone({ forced: false, byBox: 'the box protects it' })])).toContain(
    ', by the box: the box protects it',
  );
});
