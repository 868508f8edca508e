/** Measures the cost of watching a call, in a workspace of 10,000 files, as the app watches it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallWatches } from '../../../src-main/call-watch/index.ts';
import { Redactor } from '../../../src-main/core/secrets/redact.ts';
import { type Ledger, openLedger, RunJournal, watchTree } from '../../../src-main/ledger/index.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import type { Report } from '../run.ts';
import { median, round2, type Timed, timed } from './timed.ts';

const FILES = 10_000;
const FOLDERS = 200;
const FILE_BYTES = 4 * 1024;
const CALLS = 25;
const CHANGED = 100;
/** Sizes of the files; each is measured by itself. */
const CHANGED_BYTES = [16 * 1024, 256 * 1024] as const;
const ROUNDS = 7;
const UNTIL_SURE_MS = 2200;

export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sigma-bench-'));
  const workspace = join(folder, 'workspace');
  makeFiles(workspace);
  try {
    const size = `${FILES} files`;
    {
      await using cold = await watched(folder, workspace);
      const copy = await timed(() => execFileSync('cp', ['-a', workspace, join(folder, 'copy')]));
      const { ms, stretch } = await timed(() => cold.firstTree());
      report({ name: `control: cp -a, ${size}`, value: copy.ms, unit: 'ms' });
      report({ name: `cold: the first tree of ${size} is kept`, value: ms, unit: 'ms', note: 'in the background' });
      await cold.call(() => {});
      report({ name: 'cold: the longest that the event loop is held', value: stretch, unit: 'ms', atMost: 10 });
    }
    await using watch = await watched(folder, workspace);
    const first = await timed(() => watch.call(() => {}));
    report({
      name: `after a restart: the first call in ${size}`,
      value: first.ms,
      unit: 'ms',
      note: 'nothing changed',
    });
    await unchanged(watch, report);
    for (const bytes of CHANGED_BYTES) await changed(watch, { folder, workspace, bytes }, report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function unchanged(watch: Watched, report: Report): Promise<void> {
  for (let n = 0; n < 3; n++) await watch.call(() => {});
  const before = watch.keptBytes();
  const times: Timed[] = [];
  for (let n = 0; n < CALLS; n++) times.push(await timed(() => watch.call(() => {})));
  const kept = (watch.keptBytes() - before) / CALLS;
  const ms = times.map((one) => one.ms);
  const name = `warm: a call in ${FILES} files, nothing changed`;
  report({ name, value: median(ms), unit: 'ms', atMost: 100, note: `worst of ${CALLS}: ${Math.max(...ms)}` });
  const stretches = times.map(({ stretch }) => stretch);
  report({
    name: 'warm: the longest that the event loop is held',
    value: median(stretches),
    unit: 'ms',
    atMost: 10,
    note: `worst of ${CALLS}: ${Math.max(...stretches)}`,
  });
  report({ name: 'a tree that did not change keeps', value: round2(kept / 1024), unit: 'KB a call', atMost: 4 });
}

/** The files are written before the call's time counts, as the call itself does that. */
async function changed(watch: Watched, { folder, workspace, bytes }: ChangedFiles, report: Report): Promise<void> {
  const names = Array.from({ length: CHANGED }, (_, n) => join(workspace, `d${n % FOLDERS}`, `changed${n}.ts`));
  const write = (round: number) => {
    for (const [n, name] of names.entries()) writeFileSync(name, textOf(round * CHANGED + n, bytes));
  };
  await watch.call(() => write(-1));
  const added: number[] = [];
  const copies: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Files that changed just now are read once more, as another change might not show.
    await sleep(UNTIL_SURE_MS);
    await watch.call(() => {});
    const plain = await timed(() => watch.call(() => {}));
    const { ms } = await watch.look(() => write(round));
    const copy = join(folder, 'changed');
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(copy);
    copies.push((await timed(() => execFileSync('cp', ['-a', ...names, copy]))).ms);
    added.push(ms - plain.ms);
  }
  const what = `${CHANGED} changed files of ${bytes / 1024} kB`;
  report({ name: `control: cp -a of ${what}`, value: median(copies), unit: 'ms' });
  report({ name: `${what}: more than a call that changed nothing`, value: median(added), unit: 'ms' });
  const ratios = added.map((ms, round) => ms / (copies[round] ?? ms));
  report({ name: `${what} over cp -a`, value: median(ratios), unit: '×', atMost: 1.5 });
}

interface ChangedFiles {
  readonly folder: string;
  readonly workspace: string;
  readonly bytes: number;
}

type Watched = Awaited<ReturnType<typeof watched>>;

/** The watch of calls over one data folder, as a start of the app has it. */
async function watched(folder: string, workspace: string) {
  const data = join(folder, 'data');
  const ledger = await openLedger({ folder: data, redactor: new Redactor(), log: silentLogger, onWarning: () => {} });
  const session = await ledger.session('bench');
  const indexFolder = join(data, 'trees');
  const options = { content: ledger.content, indexFolder, readsAttributes: true, log: silentLogger };
  const watches = new CallWatches({
    ledger,
    log: silentLogger,
    onAppended: ledger.onAppended,
    journal: new RunJournal(join(data, 'running')),
    watchTree: (root) => watchTree({ root, ...options }),
    sessionFor: async () => ({ ledger: session }),
  });
  const begin = () =>
    watches.begin({
      session: 'bench',
      callId: 'call',
      tool: 'bench',
      label: 'bench',
      workspace,
      origin: 'command',
      record: async (type, data) => (await session.append(type, data)).id,
    });
  return {
    keptBytes: () => bytesIn(ledger),
    firstTree: async () => {
      await using watch = watchTree({ root: workspace, ...options, firstWaitMs: 600_000 });
      await watch.before('first');
    },
    /** A whole call, around what `act` does. */
    call: async (act: () => void) => {
      await using call = await begin();
      act();
      await call.finish(await call.look());
    },
    /** The time of a call without what `act` takes. */
    look: async (act: () => void) => {
      let call: Awaited<ReturnType<typeof begin>> | undefined;
      const begun = await timed(async () => {
        call = await begin();
      });
      act();
      const ended = await timed(async () => {
        if (call) await call.finish(await call.look());
        await call?.[Symbol.asyncDispose]();
      });
      return { ms: begun.ms + ended.ms };
    },
    [Symbol.asyncDispose]: async () => {
      await watches[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
    },
  };
}

function bytesIn({ content }: Ledger): number {
  const files = readdirSync(content.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0);
}

/** Size of a file, or 0 if it is just being moved to its place. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function makeFiles(workspace: string): void {
  for (let n = 0; n < FILES; n++) {
    const folder = join(workspace, `d${n % FOLDERS}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `f${n}.ts`), textOf(n, FILE_BYTES));
  }
}

function textOf(n: number, bytes: number): string {
  return `// ${n}\n`.padEnd(bytes, 'const value = compute();\n');
}
