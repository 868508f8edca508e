import { writeFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import type { Branch } from '#contract';
import { type BranchBoxOptions, branchBox, SESSION } from './branch-box.ts';

async function tryBox(options: BranchBoxOptions = {}) {
  const box = await branchBox(options);
  await writeFile(box.at('a.txt'), 'one\n');
  await box.feature.start();
  const list = async (): Promise<readonly Branch[]> => {
    for await (const branches of await box.api.changed()) return branches;
    return [];
  };
  const ended = (profile: string, state: Branch['state']) =>
    vi.waitFor(
      async () => {
        const found = (await list()).find((branch) => branch.profile === profile);
        expect(found?.state).toBe(state);
        return found as Branch;
      },
      { timeout: 20_000 },
    );
  return { ...box, list, ended };
}

test('one message goes to each profile in a branch of its own, and says what each came to', async () => {
  const commands: string[] = [];
  await using box = await tryBox({
    runTest: async (_session, command) => {
      commands.push(command);
      return 3;
    },
  });
  const asked = { session: SESSION, text: 'Make it friendlier', profiles: ['fast', 'careful'], test: 'npm test' };
  const { branches } = await box.api.tryWith(asked);
  const folders = new Set(branches.map(({ folder }) => folder));
  const [fast, careful] = box.door.sent;
  await fast?.reply('Done.\n\nI changed a.txt.', { total: 12, cost: 0.5 });
  await fast?.end('done', 'Done.\n\nI changed a.txt.');
  await careful?.end('failed', '', 'No space left on device');

  expect(folders.size).toBe(2);
  expect(await box.ended('fast', 'done')).toMatchObject({
    ...{ line: 'Done.\nI changed a.txt.', tokens: 12, cost: 0.5 },
    test: { command: 'npm test', exitCode: 3 },
  });
  expect(await box.ended('careful', 'failed')).toMatchObject({ line: 'No space left on device', isDropped: false });
  expect(commands).toEqual(['npm test', 'npm test']);
});

test('a branch that uses up its tokens is ended there and kept, and a stop of all ends the others', async () => {
  await using box = await tryBox();
  const profiles = ['loops', 'slow', 'waits'];
  const { branches } = await box.api.tryWith({ session: SESSION, text: 'Go', profiles, budget: { tokens: 50 } });
  await box.door.sent[0]?.reply('Again', { total: 60, calls: true });

  expect(await box.ended('loops', 'over-budget')).toMatchObject({ line: 'Its 50 tokens were used up', tokens: 60 });
  const [any] = branches;
  await box.api.stop({ branch: any?.id ?? '', all: true });
  await box.ended('slow', 'stopped');
  await box.ended('waits', 'stopped');
  expect(box.feature.running()).toEqual([]);
});

test('a branch that works cannot be dropped or taken from, and a question of it is said', async () => {
  await using box = await tryBox();
  const { branches } = await box.api.tryWith({ session: SESSION, text: 'Go', profiles: ['one'] });
  const branch = branches[0]?.id ?? '';
  const about = { callId: 'c', tool: 'execute_command', title: 'Run a command: rm -r x', why: 'It asks' };
  box.door.sent[0]?.tell({ kind: 'asked', question: 'q', ...about });

  expect(await box.ended('one', 'waiting')).toMatchObject({ line: 'Run a command: rm -r x' });
  await expect(box.api.drop({ branch })).rejects.toMatchObject({ code: 'CONFLICT' });
  const of = [{ branch, paths: ['a.txt'] }];
  await expect(box.api.take({ session: SESSION, of })).rejects.toMatchObject({ code: 'CONFLICT' });
});
