import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { Redactor } from '#core/secrets/redact';
import { createActivity, openLedger } from '#ledger';
import { arrayOf } from '../../support/array-of.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { hasStrace, runTraced, type TracedRun } from '../../support/strace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROGRAM = resolve(import.meta.dirname, '../../fixtures/ledger/append-and-acknowledge.ts');
const ROUNDS = 3;
/** Every call that changes what is on disk; the program writes its files with pwrite64 only. */
const CALLS = 'pwrite64,fdatasync,fsync,rename,ftruncate,unlink';
/** Events that are appended together, and so can be lost together. */
const TOGETHER = 3;
const isLong = process.env.SIGMA_TEST_LONG === '1';

function promised(run: TracedRun, word: string): string[] {
  const lines = run.stdout.split('\n').filter((line) => line.startsWith(`${word} `));
  return lines.map((line) => line.slice(word.length + 1));
}

/** Examines what the next start finds: everything that was promised, and a file that is whole. */
async function examine(folder: string, run: TracedRun) {
  const warnings: string[] = [];
  const onWarning = (text: string) => warnings.push(text);
  const options = { folder: join(folder, 'data'), redactor: new Redactor(), log: silentLogger, onWarning };
  await using ledger = await openLedger(options);
  const session = await ledger.session('crash');
  const problems: string[] = [];
  const events = await arrayOf(session.read({ onProblem: (text) => problems.push(text) }));
  const ids = new Set(events.map((event) => event.id));

  expect(problems).toEqual([]);
  expect(promised(run, 'ack').filter((id) => !ids.has(id))).toEqual([]);
  for (const hash of promised(run, 'kept')) await ledger.content.read(hash);
  for (const name of await readdir(join(folder, 'workspace')).catch(() => [])) {
    const n = Number.parseInt(name, 10);
    const text = await readFile(join(folder, 'workspace', name), 'utf8').catch(() => '');
    if (/\.tmp$/.test(name)) continue;
    expect([`old ${n}`, `new ${n}`]).toContain(text);
    const changes = events.filter((event) => event.data.path === join(folder, 'workspace', name));
    // The record of an undo is on disk before its effect, and what is said to be undone is.
    const isRecorded = changes.some((event) => event.data.origin === 'undo');
    if (changes.length > 0 && text === `old ${n}`) expect(isRecorded).toBe(true);
    if (promised(run, 'undone').some((one) => one.startsWith(`${n} `))) expect(text).toBe(`old ${n}`);
  }

  const later = await session.append('message.user', { text: 'after the crash' });
  const api = createRouterClient(createActivity({ ledger, log: silentLogger }).router, { context: { reportBug() {} } });
  const verified = await api.verify({ session: 'crash' });
  expect(verified).toEqual({ events: events.length + 1, problems: [] });
  expect((await arrayOf(session.read())).at(-1)).toEqual(later);
  return { events, warnings };
}

describe.skipIf(!hasStrace)('the ledger under fault injection (skipped where strace is missing or forbidden)', () => {
  /** Every call of the program by name and number, as strace counts them: `fsync` 1, 2, 3 … `rename` 1, 2 … */
  const calls: { name: string; when: number }[] = [];
  /** All of them, or about `count` spread evenly, the first and the last among them. */
  const sample = (count: number) => {
    const step = isLong ? 1 : (calls.length - 1) / (count - 1);
    const numbers = Array.from({ length: isLong ? calls.length : count }, (_, index) => Math.round(index * step));
    return numbers.flatMap((number) => calls[number] ?? []);
  };

  beforeAll(async () => {
    await using folder = await temporaryFolder();
    const trace = join(folder.path, 'trace');
    const run = await runTraced(PROGRAM, [folder.path, String(ROUNDS)], ['-o', trace, '-e', `trace=${CALLS}`]);
    expect(run.stdout).toContain('done');
    expect(run.stdout).not.toContain('failed');
    const text = await readFile(trace, 'utf8');
    for (const name of CALLS.split(',')) {
      const count = text.split('\n').filter((line) => new RegExp(`^\\d+\\s+${name}\\(`).test(line)).length;
      for (let when = 1; when <= count; when++) calls.push({ name, when });
    }
    expect(calls.length).toBeGreaterThan(80);
  });

  const inject = async (folder: string, call: string, what: string) =>
    await runTraced(
      PROGRAM,
      [folder, String(ROUNDS)],
      [
        '-o',
        '/dev/null',
        '-e',
        `trace=${call}`,
        '-e',
        `inject=${call}:${what}`,
        ...(what.startsWith('error') ? ['--seccomp-bpf'] : []),
      ],
    );

  test('killed at any write, flush or rename it loses nothing that was acknowledged', async () => {
    let killed = 0;
    for (const { name, when } of sample(8)) {
      await using folder = await temporaryFolder();
      const run = await inject(folder.path, name, `signal=SIGKILL:when=${when}`);
      const { events } = await examine(folder.path, run);
      if (run.signal === 'SIGKILL') killed++;
      const acknowledged = promised(run, 'ack').length;
      const undone = events.filter((event) => event.data.origin === 'undo' || event.type === 'change.undone').length;
      expect(events.length - undone - acknowledged, `unacknowledged at ${name} ${when}`).toBeLessThanOrEqual(TOGETHER);
    }
    expect(killed).toBeGreaterThan(isLong ? 12 : 5);
  }, 600_000);

  test.each(['ENOSPC', 'EIO'])(
    '%s at any single call is said, harms no other entry, and the work goes on',
    async (code) => {
      let failed = 0;
      for (const { name, when } of sample(5)) {
        await using folder = await temporaryFolder();
        const run = await inject(folder.path, name, `error=${code}:when=${when}`);
        expect(run, `${name} ${when}`).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/done\n$/) });
        expect(promised(run, 'failed').filter((word) => word !== 'UNAVAILABLE')).toEqual([]);
        failed += promised(run, 'failed').length;
        const { events, warnings } = await examine(folder.path, run);
        expect(warnings).toEqual([]);
        const said = events.filter((event) => event.type === 'message.user').map((event) => event.id);
        const acknowledged = new Set(promised(run, 'ack'));
        expect(
          said.filter((id) => !acknowledged.has(id)),
          `entries that failed at ${name} ${when}`,
        ).toEqual([]);
      }
      // Some calls can fail without harm: an undo's folder that was not flushed, its journal that stays for the next one.
      expect(failed).toBeGreaterThan(2);
    },
    600_000,
  );

  test('a disk that stays full from some call on stops nothing but the record, and space brings it back', async () => {
    for (const { name, when } of sample(5)) {
      await using folder = await temporaryFolder();
      const run = await inject(folder.path, name, `error=ENOSPC:when=${when}+`);
      expect(run, `${name} ${when}`).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/done\n$/) });
      expect(promised(run, 'failed').filter((word) => word !== 'UNAVAILABLE')).toEqual([]);
      await examine(folder.path, run);
    }
    await using folder = await temporaryFolder();
    const run = await inject(folder.path, 'pwrite64', 'error=ENOSPC:when=8..12');
    const lines = run.stdout.trimEnd().split('\n');
    const lastFailure = lines.findLastIndex((line) => line.startsWith('failed'));
    expect(lastFailure).toBeGreaterThan(0);
    expect(lines.slice(lastFailure).some((line) => line.startsWith('ack'))).toBe(true);
    await examine(folder.path, run);
  }, 600_000);
});
