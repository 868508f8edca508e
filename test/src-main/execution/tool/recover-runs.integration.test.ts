import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyLedgerEvent } from '#contract';
import { Redactor } from '#core/secrets/redact';
import { recoverRuns } from '#execution';
import { openLedger, RunJournal, undoChange } from '#ledger';
import { arrayOf } from '../../../support/array-of.ts';
import { bundledProgram } from '../../../support/bundled-program.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { hasStrace, runTraced } from '../../../support/strace.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../fixtures/execution/run-a-command.ts');
const isLong = process.env.SIGMA_TEST_LONG === '1';

async function setUp() {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, 'workspace', name);
  await mkdir(at('.'));
  await writeFile(at('a.txt'), 'old a');
  await writeFile(at('gone.txt'), 'precious');
  return { folder, at, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** Restarts, and returns what is in the ledger then. */
async function restart(folder: string, redactor = new Redactor()) {
  const data = join(folder, 'data');
  const warnings: string[] = [];
  const ledger = await openLedger({ folder: data, redactor, log: silentLogger, onWarning: () => {} });
  await recoverRuns({
    ledger,
    redactor,
    journal: new RunJournal(join(data, 'running')),
    excluded: [],
    leftoverFolders: [join(folder, 'spool')],
    log: silentLogger,
    onWarning: (text) => warnings.push(text),
    signal: new AbortController().signal,
  });
  const isThere = (await ledger.sessions()).includes('crash');
  const events = isThere ? await arrayOf((await ledger.session('crash')).read()) : [];
  return {
    ledger,
    warnings,
    events,
    changes: events.filter(({ type }) => type === 'file.changed'),
    leftovers: async () => {
      const folders = [join(folder, 'spool'), join(data, 'running')];
      return (await Promise.all(folders.map((one) => readdir(one).catch(() => [])))).flat();
    },
    undo: (event: AnyLedgerEvent, force: boolean) =>
      undoChange(ledger, { session: 'crash', event: event.id, force }).then(() => {}),
    [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
  };
}

/** Starts the program, and kills it alone once the command has made `made.txt`. */
async function killWhileItRuns(folder: string, command: string) {
  const child = spawn(process.execPath, [await bundledProgram(PROGRAM), folder, command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const made = join(folder, 'workspace', 'made.txt');
  for (let isThere = false; !isThere; await delay(20))
    isThere = await access(made).then(
      () => true,
      () => false,
    );
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a command that was running when the host was killed is ended, recorded with what it printed and changed, and can be undone', async () => {
  await using it = await setUp();
  await killWhileItRuns(
    it.folder.path,
    'echo half; printf new > a.txt; rm gone.txt; echo $$ > made.txt; trap "" PIPE; while :; do sleep 1; done',
  );
  const pid = Number(await readFile(it.at('made.txt'), 'utf8'));
  expect(() => process.kill(pid, 0)).not.toThrow();
  await using next = await restart(it.folder.path);

  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'gone');
  expect(stat === 'gone' || / Z /.test(stat)).toBe(true);
  const [, called, ran, , , , told] = next.events;
  expect(ran).toMatchObject({
    type: 'command.ran',
    cause: called?.id,
    data: { output: 'half\n', stopReason: 'closed', interrupted: expect.stringContaining('Sigma Shell ended') },
  });
  expect(ran?.data.exitCode).toBeUndefined();
  expect(next.changes.map(({ cause, data }) => [cause, data.change, data.path, data.callId])).toEqual([
    [called?.id, 'modified', it.at('a.txt'), 'call-1'],
    [called?.id, 'deleted', it.at('gone.txt'), 'call-1'],
    [called?.id, 'created', it.at('made.txt'), 'call-1'],
  ]);
  expect(told).toMatchObject({
    type: 'error.raised',
    data: { message: expect.stringContaining('3 files and folders') },
  });
  expect(next.warnings).toEqual([told?.data.message]);
  expect(await next.leftovers()).toEqual([]);

  for (const change of next.changes) {
    // Others may have made it since, so that it is asked for twice.
    await expect(next.undo(change, false)).rejects.toMatchObject({ code: 'CONFLICT' });
    await next.undo(change, true);
  }
  expect(await readFile(it.at('a.txt'), 'utf8')).toBe('old a');
  expect(await readFile(it.at('gone.txt'), 'utf8')).toBe('precious');
  expect((await readdir(it.at('.'))).sort()).toEqual(['a.txt', 'gone.txt']);
  await next.ledger[Symbol.asyncDispose]();

  await using third = await restart(it.folder.path);
  expect(third.warnings).toEqual([]);
}, 60_000);

test('what runs code by itself is named among what changed', async () => {
  await using it = await setUp();
  await killWhileItRuns(it.folder.path, 'printf x > package.json; printf new > a.txt; touch made.txt; sleep 2');
  await using next = await restart(it.folder.path);
  expect(next.warnings).toEqual([expect.stringContaining(`say what is run: ${it.at('package.json')}`)]);
  expect(next.warnings[0]).not.toContain(`${it.at('a.txt')}`);
}, 60_000);

test('of a session in the trash it is recorded when the session has come back', async () => {
  await using it = await setUp();
  await killWhileItRuns(it.folder.path, 'printf new > a.txt; touch made.txt; sleep 2');
  await using ledger = await openLedger({
    folder: join(it.folder.path, 'data'),
    redactor: new Redactor(),
    log: silentLogger,
    onWarning: () => {},
  });
  await ledger.remove('crash');
  await using meanwhile = await restart(it.folder.path);
  expect(meanwhile.warnings).toEqual([]);
  await ledger.restore('crash');
  await using later = await restart(it.folder.path);
  expect(later.changes.map(({ data }) => data.path)).toEqual([it.at('a.txt'), it.at('made.txt')]);
}, 60_000);

describe.skipIf(!hasStrace)('killed at any moment of a command (skipped where strace is missing or forbidden)', () => {
  const COMMAND = 'printf new > a.txt; rm gone.txt; mkdir sub; printf x > sub/made.txt';
  /** System calls by which the host changes the disk; bash uses none of them, and rm uses unlinkat. */
  const CALLS = 'pwrite64,fdatasync,fsync,rename,unlink';
  const SAMPLE = 5;
  let points: { call: string; when: number }[] = [];

  beforeAll(async () => {
    await using it = await setUp();
    const trace = join(it.folder.path, 'trace');
    const run = await runTraced(PROGRAM, [it.folder.path, COMMAND], ['-o', trace, '-e', `trace=${CALLS}`]);
    expect(run.stdout).toBe('end\n');
    const counts = new Map<string, number>();
    for (const [, , call = ''] of (await readFile(trace, 'utf8')).matchAll(/^(\d+) +(\w+)\(/gm)) {
      const when = (counts.get(call) ?? 0) + 1;
      counts.set(call, when);
      points.push({ call, when });
    }
    expect(new Set(counts.keys())).toEqual(new Set(CALLS.split(',')));
    if (!isLong) points = points.filter((_, index) => index % Math.ceil(points.length / SAMPLE) === 0);
  }, 60_000);

  test('everything it changed is on the ledger after the next start, once, and Undo brings all of it back', async () => {
    const seen = new Set<string>();
    for (const { call, when } of points) {
      await using it = await setUp();
      const inject = ['-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:signal=SIGKILL:when=${when}`];
      await runTraced(PROGRAM, [it.folder.path, COMMAND], inject);
      await using next = await restart(it.folder.path);

      const names = (await readdir(it.at('.'))).sort().join(' ');
      const paths = next.changes.map(({ data }) => String(data.path));
      const place = `${call} ${when}`;
      const hasRun = names.includes('sub');
      if (hasRun) {
        expect(paths.sort(), place).toEqual(['a.txt', 'gone.txt', 'sub', 'sub/made.txt'].map(it.at));
        expect(
          next.events.filter(({ type }) => type === 'command.ran'),
          place,
        ).toHaveLength(1);
      }
      seen.add(`${hasRun} ${next.warnings.length}`);
      for (const change of [...next.changes].reverse()) await next.undo(change, true);
      expect(await readFile(it.at('a.txt'), 'utf8'), place).toBe('old a');
      expect(await readFile(it.at('gone.txt'), 'utf8'), place).toBe('precious');
      expect((await readdir(it.at('.'))).sort(), place).toEqual(['a.txt', 'gone.txt']);
      expect(await next.leftovers(), place).toEqual([]);
    }
    // It was killed before the command and after it, recorded and not.
    expect(seen.size).toBeGreaterThan(1);
  }, 900_000);
});
