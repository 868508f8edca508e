import { expect, test } from 'vitest';
import type { FileState, LedgerEventData } from '#contract';
import { REDACTED, Redactor } from '../../../../src-main/core/secrets/redact.ts';
import { textComparer } from '../../../../src-main/files/diff/compare-texts.ts';
import { diffOfPast } from '../../../../src-main/files/history/past-diff.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

type Changed = Partial<LedgerEventData<'file.changed'>>;

/** Remarks beside the diff of such a change. */
async function remarksOn(data: Changed): Promise<string[]> {
  await using ledger = await temporaryLedger();
  const whole = { path: '/w/run.sh', change: 'modified', origin: 'command', ...data } as const;
  const past = { id: 'e1', session: 's1', turn: 't1', at: 0, workspace: '/w', state: 'applied', data: whole } as const;
  await using comparer = textComparer();
  const { warnings } = await diffOfPast(past, { content: ledger.content, comparer });
  return warnings.map(({ text }) => text);
}

const state = (mode: number, kind: FileState['kind'] = 'file'): FileState => ({
  kind,
  size: 4,
  mode,
  notKept: 'a test',
});

test('a change of permissions alone is said in words', async () => {
  expect(await remarksOn({ before: state(0o644), after: state(0o755) })).toEqual([
    'The permissions changed from 644 to 755',
  ]);
});

test('a link says that the text is where it leads, and what became a link that it was a file', async () => {
  const link = state(0o777, 'symlink');
  expect(await remarksOn({ before: link, after: link })).toEqual(['It is a symbolic link: the text is where it leads']);
  expect(await remarksOn({ before: state(0o644), after: link })).toEqual(['It was a file and became a symbolic link']);
});

test('nothing is said where the texts say all', async () => {
  expect(await remarksOn({ before: state(0o644), after: state(0o644) })).toEqual([]);
});

test('a key in either text is blanked in the diff, and a change of a key alone is still one', async () => {
  await using ledger = await temporaryLedger();
  await using comparer = textComparer();
  const redactor = new Redactor();
  for (const key of ['phi-0123456789', 'phi-9876543210']) redactor.addKey(key);
  const kept = async (text: string): Promise<FileState> => {
    const hash = await ledger.content.keep(Buffer.from(text));
    return { kind: 'file', size: text.length, mode: 0o644, hash };
  };
  const before = await kept('a\r\nKEY=phi-0123456789\r\nz\r\n');
  const after = await kept('a\r\nKEY=phi-9876543210\r\nz\r\n');
  const data = { path: '/w/.env', change: 'modified', origin: 'command', before, after } as const;
  const past = { id: 'e1', session: 's1', turn: 't1', at: 0, workspace: '/w', state: 'applied', data } as const;
  const diff = await diffOfPast(past, { content: ledger.content, comparer, redactor });
  expect(JSON.stringify(diff)).not.toContain('phi-');
  expect(diff.proposed).toBe(`a\nKEY=${REDACTED}\nz\n`);
  expect(diff.hunks[0]?.lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same a',
    `removed KEY=${REDACTED}`,
    `added KEY=${REDACTED}`,
    'same z',
  ]);
  expect(diff.warnings).toMatchObject([{ level: 'note' }]);
  const whole = await diffOfPast(past, { content: ledger.content, comparer });
  expect(await diffOfPast(past, { content: ledger.content, comparer, redactor: new Redactor() })).toEqual(whole);
  if (before.hash === undefined) throw new Error('not kept');
  expect((await ledger.content.read(before.hash)).toString()).toContain('phi-0123456789');
});

test('a key is blanked in its line where an editor breaks lines in other places', async () => {
  await using ledger = await temporaryLedger();
  await using comparer = textComparer();
  const redactor = new Redactor();
  redactor.addKey('phi-0123456789');
  const text = 'half\rdone\nKEY=phi-0123456789\nz\n';
  const hash = await ledger.content.keep(Buffer.from(text));
  const after: FileState = { kind: 'file', size: text.length, mode: 0o644, hash };
  const data = { path: '/w/log', change: 'created', origin: 'command', after } as const;
  const past = { id: 'e1', session: 's1', turn: 't1', at: 0, workspace: '/w', state: 'applied', data } as const;
  const diff = await diffOfPast(past, { content: ledger.content, comparer, redactor });
  expect(diff.hunks[0]?.lines.map((line) => line.text)).toEqual(['half\rdone', `KEY=${REDACTED}`, 'z']);
  expect(diff.proposed).toBe(`half\ndone\nKEY=${REDACTED}\nz\n`);
});

test('a key of several lines is blanked also where the lines of the file end otherwise', async () => {
  await using ledger = await temporaryLedger();
  await using comparer = textComparer();
  const redactor = new Redactor();
  redactor.add('first-of-it\nsecond-of-it');
  const text = 'half\rdone\r\nfirst-of-it\r\nsecond-of-it\r\nz\r\n';
  const hash = await ledger.content.keep(Buffer.from(text));
  const after: FileState = { kind: 'file', size: text.length, mode: 0o644, hash };
  const data = { path: '/w/key', change: 'created', origin: 'command', after } as const;
  const past = { id: 'e1', session: 's1', turn: 't1', at: 0, workspace: '/w', state: 'applied', data } as const;
  const diff = await diffOfPast(past, { content: ledger.content, comparer, redactor });
  expect(diff.proposed).toBe(`half\ndone\n${REDACTED}\n${REDACTED}\nz\n`);
  expect(diff.hunks[0]?.lines.map((line) => line.text)).toEqual(['half\rdone', REDACTED, REDACTED, 'z']);
});
