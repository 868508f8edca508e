import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeFromBranches } from '#app/take-from-branches';
import type { WantedChange } from '#branches';
import type { Question } from '#contract';
import { createFiles } from '#files';
import { createRunner } from '#tools';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';
import { askEverything, passThroughGuard } from '../../support/unruled.ts';

const SESSION = 'session-1';

/** Takes `run.sh` of a branch, in which it is as `branch` says; answers the questions and what came of it. */
async function takeScript(here: string, base: string, branch: { readonly text: string; readonly mode: number }) {
  await using copy = await temporaryFolder();
  await using ledger = await temporaryLedger();
  const session = await ledger.session(SESSION);
  const { id: cause } = await session.append('session.created', { title: 'A test', workspace: here, app: 'test' });
  await writeFile(join(copy.path, 'run.sh'), branch.text, { mode: branch.mode });
  const side = (text: string, mode: number) =>
    ({ kind: 'file', mode, size: text.length, read: async () => Buffer.from(text) }) as const;
  const wanted = async (): Promise<WantedChange> => ({
    path: join(here, 'run.sh'),
    from: join(copy.path, 'run.sh'),
    change: 'changed',
    before: side(base, 0o644),
    after: side(branch.text, branch.mode),
  });
  await using files = createFiles({ ledger, sessionTitle: (id) => id, log: silentLogger });
  const asked: Question[] = [];
  const runner = createRunner({
    sources: [files.taking(wanted)],
    guard: passThroughGuard,
    policy: askEverything,
    ask: async (question) => {
      asked.push(question);
      return { verdict: 'allow' };
    },
    log: silentLogger,
  });
  const outcomes = await takeFromBranches(
    { session: SESSION, workspace: here, turn: 'take-1', cause, of: [{ branch: 'one', paths: ['run.sh'] }] },
    {
      ledger,
      runner,
      wanted,
      chat: {
        titleOf: (id) => id,
        foreignCall: async () => ({
          signal: new AbortController().signal,
          onOutput: () => {},
          [Symbol.dispose]: () => {},
        }),
      },
    },
  );
  const { mode } = await stat(join(here, 'run.sh'));
  return { outcomes, kinds: asked.map(({ subject }) => subject.kind), mode: mode & 0o777 };
}

test.each([
  ['alone', 'same\n'],
  ['beside lines that the folder has by now, too', 'other\n'],
])('permissions that a branch changed %s are taken', async (_what, base) => {
  await using here = await temporaryFolder();
  await writeFile(join(here.path, 'run.sh'), 'same\n', { mode: 0o644 });

  const taken = await takeScript(here.path, base, { text: 'same\n', mode: 0o755 });

  expect(taken).toEqual({
    outcomes: [{ branch: 'one', path: 'run.sh', outcome: 'done', text: '1 of 1 taken.' }],
    kinds: ['confirm'],
    mode: 0o755,
  });
});

test('permissions that a branch changed alone are taken, and lines that the workspace has by now stay', async () => {
  await using here = await temporaryFolder();
  await writeFile(join(here.path, 'run.sh'), 'written meanwhile\n', { mode: 0o644 });

  const taken = await takeScript(here.path, 'same\n', { text: 'same\n', mode: 0o755 });

  expect(taken).toEqual({
    outcomes: [{ branch: 'one', path: 'run.sh', outcome: 'done', text: '1 of 1 taken.' }],
    kinds: ['confirm'],
    mode: 0o755,
  });
  expect(await readFile(join(here.path, 'run.sh'), 'utf8')).toBe('written meanwhile\n');
});

test('lines that a branch changed are reviewed, with permissions beside them', async () => {
  await using here = await temporaryFolder();
  await writeFile(join(here.path, 'run.sh'), 'same\n', { mode: 0o644 });

  const taken = await takeScript(here.path, 'same\n', { text: 'new\n', mode: 0o755 });

  expect(taken).toMatchObject({ outcomes: [{ outcome: 'done' }], kinds: ['change'], mode: 0o755 });
});
