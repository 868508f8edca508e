import { expect, test } from 'vitest';
import type { FileState, LedgerEventData } from '#contract';
import { textComparer } from '../../../src-main/files/compare-texts.ts';
import { diffOfPast } from '../../../src-main/files/past-diff.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

type Changed = Partial<LedgerEventData<'file.changed'>>;

/** What is said beside the diff of such a change. */
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
