import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LedgerEventData } from '#contract';
import { Deferred } from '#core/async/deferred';
import { createRiskClassifier } from '../../../../src-main/approvals/risk/classify.ts';
import { type AdapterBoxOptions, adapterBox } from '../../../support/adapter-box.ts';
import { adapterClient } from '../../../support/adapter-client.ts';
import { boxState, OUTSIDE } from '../../../support/boxed-shells.ts';

const boxTest = test.skipIf(!boxState.works || OUTSIDE === undefined);

/** The policy without a rule of a person. */
const classify = createRiskClassifier({
  rules: () => ({ user: [], workspace: [] }),
  home: '/nonexistent',
  own: () => [],
});

async function setUp(options: AdapterBoxOptions = {}) {
  const outside = await mkdtemp(join(OUTSIDE ?? '/srv', 'sigma-test-'));
  const box = await adapterBox({ hasBoxes: true, ...options });
  const client = adapterClient(await box.start());
  const { session_id: session } = await client.ask('open_session', {});
  const inSession = (command: string) => client.ask('execute_command', { command, session_id: session });
  return {
    box,
    client,
    outside,
    session,
    inSession,
    alone: (command: string) => client.ask('execute_command', { command }),
    ran: async () =>
      (await box.events())
        .filter(({ type }) => type === 'command.ran')
        .map(({ data }) => data as LedgerEventData<'command.ran'>),
    [Symbol.asyncDispose]: async () => {
      await client[Symbol.asyncDispose]();
      await box[Symbol.asyncDispose]();
      await rm(outside, { recursive: true, force: true });
    },
  };
}

boxTest.each(['inSession', 'alone'] as const)(
  'what nobody was asked about cannot leave the box (%s), and its client learns what stopped it',
  async (how) => {
    await using it = await setUp();

    const stopped = await it[how](`echo x > ${it.outside}/made; echo "$?" > here`);

    expect(existsSync(join(it.outside, 'made'))).toBe(false);
    expect(await readFile(join(it.box.workspace, 'here'), 'utf8')).toBe('1\n');
    expect(stopped.stderr).toContain('The box stopped part of this: it can write in the workspace and in /tmp only');
    expect(await it.ran()).toMatchObject([
      { sandbox: 'workspace', refusedByBox: [expect.stringContaining('Read-only file system')] },
    ]);
    const [returned] = (await it.box.events()).filter(({ type }) => type === 'tool.returned');
    expect(returned?.data).toMatchObject({ content: expect.stringContaining('The box stopped part of this') });
    expect(JSON.stringify(returned)).not.toContain('bwrap');
    expect(JSON.stringify(returned)).not.toContain('strength');
  },
);

boxTest(
  'a safe line runs in the box; one that a person lets out runs outside, and both share their state',
  async () => {
    const asked: unknown[] = [];
    await using it = await setUp({
      classify,
      askPerson: async ({ command, judgement }) => {
        asked.push([command, judgement?.sandbox, judgement?.leavesBox]);
        return { approved: true };
      },
    });

    await it.inSession('mkdir sub; cd sub; export X=1; echo a > a.txt');
    const out = `touch ${it.outside}/made; export X=2`;
    expect(await it.inSession(out)).toMatchObject({ exit_code: 0, stderr: '' });
    const back = await it.inSession('printenv X; pwd');

    expect(existsSync(join(it.outside, 'made'))).toBe(true);
    expect(back.stdout).toBe(`2\n${it.box.workspace}/sub`);
    expect(asked).toEqual([[out, 'none', true]]);
    expect((await it.ran()).map(({ sandbox }) => sandbox)).toEqual(['workspace', undefined, 'workspace']);
  },
);

boxTest('a person can let a line out that would have run in the box, and the record says so', async () => {
  await using it = await setUp({
    adapter: ['confirmation: { mode: all }'],
    classify,
    askPerson: async () => ({ approved: true, outside: true }),
  });

  await it.inSession(`python3 -c "open('${it.outside}/made', 'w')"`);

  expect(existsSync(join(it.outside, 'made'))).toBe(true);
  const decided = (await it.box.events()).filter(({ type }) => type === 'approval.decided');
  expect(decided.map(({ data }) => data)).toMatchObject([{ by: 'person', verdict: 'allow', outside: true }]);
});

boxTest('a protected file that a line made is taken back when it ends, and its client is told', async () => {
  await using it = await setUp();
  await writeFile(join(it.box.workspace, 'package.json'), '{}\n');

  const made = await it.inSession('echo "all: ; evil" > Makefile; echo kept > note.txt; echo x >> package.json');

  expect(existsSync(join(it.box.workspace, 'Makefile'))).toBe(false);
  expect(existsSync(join(it.box.workspace, 'note.txt'))).toBe(true);
  // A box that is made anew meanwhile covers the second.
  expect(made.stderr).toMatch(/Not kept: the changes of Makefile(, package\.json)? were taken back/);
  expect(await readFile(join(it.box.workspace, 'package.json'), 'utf8')).toBe('{}\n');
  const changes = (await it.box.events()).filter(({ type }) => type === 'file.changed');
  expect(changes.length).toBeGreaterThan(2);
});

boxTest.each(['inSession', 'alone'] as const)(
  'a protected file is taken back where its folder was moved away and made anew (%s)',
  async (how) => {
    await using it = await setUp({ adapter: ['confirmation: { mode: workspace }'], classify });
    const file = join(it.box.workspace, 'sub', 'Makefile');
    await mkdir(join(it.box.workspace, 'sub'));
    await writeFile(file, 'all:\n');

    const moved = await it[how]('f=Make; mv sub old && mkdir sub && echo evil > "sub/$f"file; echo "ended $?"');

    expect(moved.stdout).toBe('ended 0');
    expect(moved.stderr).toMatch(/the changes of .*sub\/Makefile.* were taken back/);
    expect(await readFile(file, 'utf8')).toBe('all:\n');
  },
);

boxTest.each([true, false])(
  'a person is asked whether it stands after all, and its client does not wait: %s',
  async (isKept) => {
    const answer = new Deferred<boolean>();
    const asked: unknown[] = [];
    await using it = await setUp({
      askKeep: ({ files, command }) => {
        asked.push([command, files.map(({ name }) => name)]);
        return answer.promise;
      },
    });
    const command = 'echo "all:" > Makefile';
    await it.inSession(command);
    expect(existsSync(join(it.box.workspace, 'Makefile'))).toBe(false);
    await expect.poll(() => asked).toEqual([[command, ['Makefile']]]);

    answer.resolve(isKept);

    const decisions = async () =>
      (await it.box.events()).flatMap(({ type, data }) => (type === 'approval.decided' ? [data.verdict] : []));
    await expect.poll(decisions).toEqual(['allow', isKept ? 'allow' : 'refuse']);
    await expect.poll(() => existsSync(join(it.box.workspace, 'Makefile'))).toBe(isKept);
  },
);

boxTest('the box hides the adapter’s own files and other shells’ pipes', async () => {
  await using it = await setUp();
  const { session_id: other } = await it.client.ask('open_session', {});
  await it.client.ask('execute_command', { command: 'export SECRET=canary-7; sleep 0.1', session_id: other });

  const { stdout } = await it.inSession(
    `ls ${join(it.box.folder, 'data')} ${join(it.box.folder, 'config')}; cat /proc/*/environ | tr '\\0' '\\n'; ls /dev/sigma; find / -name 'pipes-*' -not -path '/proc/*' 2>/dev/null`,
  );

  expect(stdout).not.toContain('canary-7');
  expect(stdout).not.toContain('pipes-');
});

boxTest('git that only reads runs unasked in a session and on its own', async () => {
  await using it = await setUp();
  const { workspace } = it.box;
  execFileSync('git', ['init', '-q', '-b', 'main'], {
    cwd: workspace,
    env: { PATH: process.env.PATH, HOME: '/nonexistent' },
  });
  await writeFile(join(workspace, 'a.txt'), 'a\n');

  for (const how of ['inSession', 'alone'] as const) {
    expect(await it[how]('git status -sb')).toMatchObject({
      stdout: '## No commits yet on main\n?? a.txt',
      exit_code: 0,
    });
  }
});

boxTest.each(['inSession', 'alone'] as const)(
  'in the mode Workspace code runs in the box without a question, and what leaves the box is asked about (%s)',
  async (how) => {
    const asked: string[] = [];
    await using it = await setUp({
      adapter: ['confirmation: { mode: workspace }'],
      classify,
      askPerson: async ({ command }) => {
        asked.push(command);
        return { approved: false };
      },
    });
    const made = (name: string) => existsSync(join(it.outside, name));
    await writeFile(
      join(it.box.workspace, 'build.py'),
      `import os\nopen('built', 'w').write('x')\nos.system('touch ${it.outside}/by-code')\n`,
    );

    const built = await it[how]('/usr/bin/python3 build.py');
    const left = await it[how](`touch ${it.outside}/by-line`);

    expect(built).toMatchObject({ exit_code: 0 });
    expect(existsSync(join(it.box.workspace, 'built'))).toBe(true);
    expect(left).toMatchObject({ error: { code: 'confirmation_denied' } });
    expect(asked).toEqual([`touch ${it.outside}/by-line`]);
    expect([made('by-code'), made('by-line')]).toEqual([false, false]);
    expect(await it.ran()).toMatchObject([{ sandbox: 'workspace' }]);
    const decided = (await it.box.events()).filter(({ type }) => type === 'approval.decided');
    expect(decided[0]?.data).toMatchObject({ verdict: 'allow', rule: 'adapter.confirmation.mode workspace' });
  },
);

test('where no box works, the mode Workspace says that it has no effect', async () => {
  await using box = await adapterBox({ adapter: ['confirmation: { mode: workspace }'], classify });
  await box.start();

  expect(box.warnings).toEqual([expect.stringContaining('"confirmation.mode: workspace" has no effect')]);
  expect(box.service.state.value.noBox).toBe('it was started without one');
  await using client = adapterClient(box.service.state.value.url ?? '');
  expect(await client.ask('execute_command', { command: 'npm test' })).toMatchObject({
    error: { code: 'confirmation_denied' },
  });
});
