import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import type { TurnUndoOutcome } from '#contract';
import { fileActor } from '../../support/file-actor.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { differingPaths } from '../../support/tree-picture.ts';
import { type Doer, doersWorkbench } from './doers-workbench.ts';

const PROGRAM: Doer = { origin: 'program', by: 'python3 provider.py' };
const run = promisify(execFile);

afterEach(() => void vi.useRealTimers());

async function setUp() {
  const actor = fileActor();
  const bench = await doersWorkbench(actor);
  mkdirSync(bench.at('src/deep'), { recursive: true });
  writeFileSync(bench.at('src/a.txt'), 'a\n');
  writeFileSync(bench.at('src/deep/b.txt'), 'b\n');
  return {
    ...bench,
    bash: (command: string) => run('bash', ['-c', command], { cwd: bench.path }),
    /** A program's call in which this line runs. */
    program: (turn: string, command: string) =>
      bench.during(turn, PROGRAM, () => run('bash', ['-c', command], { cwd: bench.path })),
    [Symbol.asyncDispose]: async () => {
      await bench[Symbol.asyncDispose]();
      await actor[Symbol.asyncDispose]();
    },
  };
}

const outcomes = ({ paths }: TurnUndoOutcome) => [...new Set(paths.map(({ outcome }) => outcome))];

test.each([
  ['renamed', 'mv src lib; echo more >> lib/a.txt'],
  ['replaced by a file', 'rm -r src; echo file > src'],
  ['replaced by a link to a folder beside it', 'mv src elsewhere; ln -s elsewhere src; echo more >> src/a.txt'],
  ['replaced by a link out of the workspace', 'rm -r src; ln -s "$OUTSIDE" src; echo outside > src/a.txt'],
  ['replaced by a link to itself', 'rm -r src; ln -s src src'],
  ['replaced by two links that lead to each other', 'rm -r src; ln -s round src; ln -s src round'],
  ['moved into itself by way of a link', 'ln -s .. src/up; mv src/deep src/up/deep'],
])('a folder that is %s during the call is on the record, undone and redone', async (_what, command) => {
  await using outside = await temporaryFolder();
  writeFileSync(join(outside.path, 'a.txt'), 'not ours\n');
  await using it = await setUp();
  const before = it.picture();
  await it.program('t1', `OUTSIDE=${outside.path}; ${command}`);
  const after = it.picture();
  const foreign = readFileSync(join(outside.path, 'a.txt'), 'utf8');

  expect(outcomes(await it.undo('t1'))).toEqual(['restored']);
  expect(differingPaths(it.picture(), before)).toEqual([]);
  expect(outcomes(await it.redo('t1'))).toEqual(['restored']);
  expect(differingPaths(it.picture(), after)).toEqual([]);
  // What lies outside is neither seen nor touched.
  expect(readFileSync(join(outside.path, 'a.txt'), 'utf8')).toBe(foreign);
});

test('a file that grows all the time is kept as it was at some moment, and the call neither waits nor fails', async () => {
  await using it = await setUp();
  const log = it.at('grows.log');
  const writer = spawn('bash', ['-c', `n=0; while :; do echo "line $((n++))" >> "$1"; done`, 'bash', log]);
  try {
    while (!existsSync(log) || lstatSync(log).size < 10_000) await new Promise((resolve) => setImmediate(resolve));
    await it.during('t1', PROGRAM, () => it.bash('echo by the call > src/a.txt'));
  } finally {
    writer.kill('SIGKILL');
    await once(writer, 'exit');
  }
  const changes = await it.changed();
  expect(changes.find(({ name }) => name === 'src/a.txt')).toMatchObject({ change: 'modified', by: [PROGRAM.by] });
  const grown = changes.find(({ name }) => name === 'grows.log');
  const all = readFileSync(log, 'utf8');
  for (const state of [grown?.before, grown?.after]) {
    // Not kept is said; kept is what it once was.
    if (state?.hash === undefined) expect(state?.notKept).toBeDefined();
    else expect(all.startsWith((await it.ledger.content.read(state.hash)).toString())).toBe(true);
  }
  const undone = await it.undo('t1');
  const of = (name: string) => undone.paths.find(({ path }) => it.nameOf(path) === name);
  expect(of('src/a.txt')).toMatchObject({ outcome: 'restored' });
  // It went on after the call, so that it is left, with why.
  expect(of('grows.log')).toMatchObject({ outcome: 'left', why: expect.any(String) });
  expect(readFileSync(log, 'utf8')).toBe(all);
});

test.each([
  ['back', -86_400_000],
  ['ahead', 86_400_000],
])('a clock that jumps a day %s between turns hides no change and confuses no undo', async (_where, jump) => {
  await using it = await setUp();
  const pictures = [it.picture()];
  for (const [index, text] of ['one\n', 'two\n', 'six\n'].entries()) {
    if (index === 1) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
    await it.program(
      `t${index}`,
      `printf '${text}' > src/a.txt; touch -d '2030-01-01' src/a.txt; touch src/new-${index}`,
    );
    pictures.push(it.picture());
  }
  expect((await it.changed()).map(({ name, turn }) => [turn, name])).toEqual(
    [0, 1, 2].flatMap((index) => [
      [`t${index}`, 'src/a.txt'],
      [`t${index}`, `src/new-${index}`],
    ]),
  );
  for (const index of [2, 1, 0]) {
    expect(outcomes(await it.undo(`t${index}`))).toEqual(['restored']);
    expect(differingPaths(it.picture(), pictures[index] ?? new Map())).toEqual([]);
  }
  for (const index of [0, 1, 2]) {
    expect(outcomes(await it.redo(`t${index}`))).toEqual(['restored']);
    expect(differingPaths(it.picture(), pictures[index + 1] ?? new Map())).toEqual([]);
  }
});

test('bytes that are exchanged for as many of the same time are seen', async () => {
  await using it = await setUp();
  utimesSync(it.at('src/a.txt'), 4_000_000_000, 4_000_000_000);
  await it.program('t0', 'true');
  const before = it.picture();
  await it.program('t1', "printf 'z\\n' > src/a.txt; touch -d @4000000000 src/a.txt");
  expect((await it.changed()).map(({ name }) => name)).toEqual(['src/a.txt']);
  await it.undo('t1');
  expect(differingPaths(it.picture(), before)).toEqual([]);
});

test('a file with several names that is written by one of them comes back under all, as one file', async () => {
  await using it = await setUp();
  await it.bash('ln src/a.txt src/twin; ln src/a.txt third');
  const before = it.picture();
  await it.program('t1', 'echo more >> third; rm src/twin; echo apart > src/twin');
  await it.undo('t1');
  expect(differingPaths(it.picture(), before)).toEqual([]);
  expect(it.picture().get('third')?.names).toEqual(['src/a.txt', 'src/twin', 'third']);
});

/** Makes nothing in the folder writable until it is disposed; root needs a mount for that. */
function readOnly(folder: string): Disposable {
  if (process.getuid?.() !== 0) {
    const all = execFileSync('find', [folder, '-type', 'd'], { encoding: 'utf8' }).trim().split('\n');
    for (const one of all) chmodSync(one, 0o555);
    return { [Symbol.dispose]: () => all.forEach((one) => void chmodSync(one, 0o755)) };
  }
  execFileSync('mount', ['--bind', folder, folder]);
  execFileSync('mount', ['-o', 'remount,bind,ro', folder]);
  return { [Symbol.dispose]: () => void execFileSync('umount', ['-l', folder]) };
}

test('a workspace that has become read-only: calls are watched, an undo changes nothing and says why', async () => {
  await using it = await setUp();
  await it.program('t1', 'echo more >> src/a.txt; rm -r src/deep');
  const after = it.picture();
  {
    using _locked = readOnly(it.path);
    await it.program('t2', 'echo x > src/a.txt || true');
    const { paths } = await it.undo('t1');
    expect(paths.map(({ outcome, why }) => [outcome, why !== undefined])).toEqual(paths.map(() => ['left', true]));
    expect(differingPaths(it.picture(), after)).toEqual([]);
  }
  expect((await it.changed()).filter(({ turn }) => turn === 't2')).toEqual([]);
  expect(outcomes(await it.undo('t1'))).toEqual(['restored']);
  expect(readFileSync(it.at('src/deep/b.txt'), 'utf8')).toBe('b\n');
});

test('two windows that undo a turn at the same time: one does, the other finds nothing left', async () => {
  await using it = await setUp();
  const before = it.picture();
  await it.program('t1', 'echo more >> src/a.txt; rm -r src/deep; echo new > new');
  const after = it.picture();
  for (const direction of ['undo', 'redo', 'undo'] as const) {
    const results = await Promise.allSettled([it[direction]('t1'), it[direction]('t1')]);
    const done = results.filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'NOT_FOUND' } });
    expect(differingPaths(it.picture(), direction === 'undo' ? before : after)).toEqual([]);
  }
  expect((await it.events('turn.undone')).map(({ data }) => data.direction)).toEqual(['undo', 'redo', 'undo']);
  // One that undoes while the other redoes: one after the other, each whole.
  await it.redo('t1');
  await Promise.allSettled([it.undo('t1'), it.redo('t1')]);
  expect(differingPaths(it.picture(), after)).toEqual([]);
  expect(it.bugs).toEqual([]);
});
