import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RepairCount } from '#contract';
import { sentTo } from '../../support/phi-app.ts';
import { type PhiEngine, phiEngine } from '../../support/phi-engine.ts';
import type { Script } from '../../support/scripted-model-server.ts';

const calling = (tool: string, args: unknown): Script[] => [{ calls: [{ tool, arguments: args }] }, { text: 'Done' }];

async function countsOf({ api }: PhiEngine): Promise<readonly RepairCount[]> {
  for await (const counts of await api.guard.counts()) return counts;
  throw new Error('There are no counts');
}

test('an edit in other words is done, shown and counted for its model, which sees its own call (checks G5, G31)', async () => {
  const args = { file_path: 'a.txt', old_string: 'two', new_string: 'three' };
  await using phi = await phiEngine({ replies: calling('edit', args) });
  await writeFile(join(phi.home.workspace, 'a.txt'), 'one\ntwo\n');

  await phi.say('Change it', 'A');

  expect(await readFile(join(phi.home.workspace, 'a.txt'), 'utf8')).toBe('one\nthree\n');
  const [call] = await phi.calls();
  expect(call).toMatchObject({ state: 'done', sent: JSON.stringify(args), repairs: { length: 5 } });
  expect(phi.asked[0]?.repairs.map(({ text }) => text)).toContain('file_path → path');
  const own = JSON.stringify(
    sentTo(phi.model)
      .at(-1)
      ?.messages.find(({ tool_calls }) => tool_calls),
  );
  expect(own).toContain(JSON.stringify(JSON.stringify(args)).slice(1, -1));
  expect(own).not.toContain('oldText');
  expect(await countsOf(phi)).toContainEqual({
    model: 'scripted-1',
    rule: 'path.file_path',
    count: 1,
    last: expect.any(Number),
  });
});

test('a rule that is switched off is in the settings file, and its repair is not made', async () => {
  await using phi = await phiEngine({ replies: calling('read', { file_path: 'a.txt' }) });
  await writeFile(join(phi.home.workspace, 'a.txt'), 'one\n');
  await phi.api.guard.setRule({ rule: 'path.file_path', enabled: false });

  await phi.say('Read it', 'A');

  expect(await phi.calls()).toMatchObject([{ state: 'invalid', repairs: [{ rule: 'tool-alias' }] }]);
  expect(phi.asked).toEqual([]);
  expect(await readFile(join(phi.home.dataFolder, 'settings.yaml'), 'utf8')).toContain('path.file_path');
});

test('a command that ends in a filter runs before it, and its output is kept whole (checks G13, G15, G17, G20)', async () => {
  await using phi = await phiEngine({
    replies: [
      { calls: [{ tool: 'bash', arguments: { command: 'seq 1 20000 | tail -2' } }] },
      { calls: [{ tool: 'bash', arguments: { command: 'cat evil.txt | head -5' } }] },
      { text: 'Done' },
    ],
  });
  const evil = '$(touch PWNED) `touch PWNED` $HOME %s "\\n"; touch PWNED\n';
  await writeFile(join(phi.home.workspace, 'evil.txt'), evil);

  await phi.say('Count', 'A');

  const [count, cat] = await phi.calls();
  expect(count?.command).toMatchObject({
    output: '19999\n20000\n',
    split: { producer: 'seq 1 20000', filter: 'tail -2' },
  });
  const kept = await phi.api.activity.content({ hash: count?.command?.spool ?? '', offset: 0, limit: 200_000 });
  expect(kept.text).toContain('1\n2\n3\n');
  expect(cat?.command?.output).toBe(evil);
  await expect(readFile(join(phi.home.workspace, 'PWNED'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('Shell mode shows the whole result of a call by its number, or what a filter makes of it', async () => {
  const replies = [
    { calls: [{ tool: 'bash', arguments: { command: 'seq 1 20000 | tail -2' } }] },
    { calls: [{ tool: 'read_file', arguments: { path: 'a.txt' } }] },
    { text: 'Done' },
  ];
  await using phi = await phiEngine({ replies });
  await writeFile(join(phi.home.workspace, 'a.txt'), 'one\ntwo\n');
  expect(await phi.line('show')).toBe('show: no call has a result yet');
  await phi.say('Go', 'A');

  expect(await phi.line('show')).toContain('Call 2, read_file\n');
  expect(await phi.line('show')).toContain('two');
  const whole = await phi.line('show 1');
  expect(whole).toContain('Call 1, bash\n1\n2\n');
  expect(whole).toMatch(/\n20000$/);
  expect(await phi.line("show 1 grep -c 7 '|' head -1")).toMatch(/^Call 1, bash\n\d+$/);
  expect(await phi.line('show 3')).toBe('show: there is no result of a call 3');
  expect(await phi.line('show me')).toContain('usage: show');
});
