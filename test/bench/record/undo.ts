/** Undo and Redo of a turn that changed 1,000 files, against `cp -a` of the same files in the same minute. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '@orpc/server';
import { Redactor } from '../../../src-main/core/secrets/redact.ts';
import { createFiles } from '../../../src-main/files/index.ts';
import { openLedger, watchTree } from '../../../src-main/ledger/index.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import type { Report } from '../run.ts';
import { median, round2, timed } from './timed.ts';

const FILES = 1000;
const FOLDERS = 20;
const FILE_BYTES = 16 * 1024;
const RUNS = 5;
const SESSION = 'bench';
/** Commands of turns, each of which changes all the files. */
const TURNS = {
  edited: 'for f in src/*/*; do echo "// edited" >> "$f"; done',
  deleted: 'rm -r src',
  moved: 'mv src lib',
} as const;

export async function run(report: Report): Promise<void> {
  for (const [what, command] of Object.entries(TURNS)) await measure(what, command, report);
}

async function measure(what: string, command: string, report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sigma-bench-'));
  const workspace = join(folder, 'workspace');
  makeFiles(workspace);
  const data = join(folder, 'data');
  const ledger = await openLedger({ folder: data, redactor: new Redactor(), log: silentLogger, onWarning: () => {} });
  const files = createFiles({ ledger, sessionTitle: (id) => id, ownFiles: () => [], log: silentLogger });
  try {
    const session = await ledger.session(SESSION);
    await session.append('session.created', { title: '', workspace, app: 'bench' });
    const watch = watchTree({ root: workspace, content: ledger.content });
    const snapshot = await watch.before(command);
    execFileSync('cp', ['-a', workspace, join(folder, 'reference')]);
    execFileSync('bash', ['-c', command], { cwd: workspace });
    const { changes } = await watch.after(snapshot);
    watch.end(snapshot);
    await ledger.content.settle();
    await Promise.all(
      changes.map((change) => session.append('file.changed', { ...change, origin: 'command' }, { turn: 't' })),
    );
    const settle = { undo: files.router.undoTurn, redo: files.router.redoTurn };
    const context = { context: { reportBug: () => {} } };
    const times = { copy: [] as number[], undo: [] as number[], redo: [] as number[], stretch: [] as number[] };
    for (let round = 0; round < RUNS; round += 1) {
      for (const direction of ['undo', 'redo'] as const) {
        // Beside each, so that both meet the same disk.
        times.copy.push(timedCopy(folder));
        const { ms, stretch } = await timed(() => call(settle[direction], { session: SESSION, turn: 't' }, context));
        times[direction].push(ms);
        times.stretch.push(stretch);
      }
    }
    const copy = median(times.copy);
    const size = `${FILES} files of ${FILE_BYTES / 1024} kB, ${what}`;
    report({ name: `control: cp -a, ${size}`, value: copy, unit: 'ms' });
    for (const direction of ['undo', 'redo'] as const) {
      report({ name: `${direction}, ${size}`, value: median(times[direction]), unit: 'ms', atMost: 3000 });
      report({
        name: `${direction} over cp -a, ${what}`,
        value: round2(median(times[direction]) / copy),
        unit: '×',
        atMost: 3,
      });
    }
    report({
      name: `the host does nothing else meanwhile, ${what}`,
      value: Math.max(...times.stretch),
      unit: 'ms',
      atMost: 100,
    });
    await watch[Symbol.asyncDispose]();
  } finally {
    await files[Symbol.asyncDispose]();
    await ledger[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeFiles(workspace: string): void {
  for (let n = 0; n < FILES; n += 1) {
    const folder = join(workspace, 'src', `d${n % FOLDERS}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `f${n}.ts`), `// ${n}\n`.padEnd(FILE_BYTES, 'const value = compute();\n'));
  }
}

function timedCopy(folder: string): number {
  const copy = join(folder, 'copy');
  rmSync(copy, { recursive: true, force: true });
  const start = performance.now();
  execFileSync('cp', ['-a', join(folder, 'reference'), copy]);
  return performance.now() - start;
}
