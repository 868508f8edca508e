import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** Whether programs can be traced here; containers may forbid it even where strace is installed. */
export const hasStrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;

export interface TracedRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One file of JavaScript for each program: loading a tree of TypeScript takes longer under strace than what is tested. */
const bundles = new Map<string, Promise<string>>();
/** The thread that looks at workspaces, which a program that watches one starts. */
const TREE_WORKER = resolve(import.meta.dirname, '../../src-main/ledger/trees/tree-worker.ts');

async function bundle(program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-traced-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await buildFile(program, folder, { entryFileNames: 'program.mjs' });
  await buildFile(TREE_WORKER, folder, { entryFileNames: 'tree-worker.js', format: 'cjs' });
  return join(folder, 'program.mjs');
}

async function buildFile(
  program: string,
  outDir: string,
  output: { readonly entryFileNames: string; readonly format?: 'cjs' },
): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: { ssr: program, outDir, emptyOutDir: false, minify: false, rolldownOptions: { output } },
  });
}

function bundled(program: string): Promise<string> {
  const made = bundles.get(program) ?? bundle(program);
  bundles.set(program, made);
  return made;
}

/**
 * Runs a TypeScript program under strace with its options, such as `-e inject=fsync:signal=SIGKILL:when=3`. Files are worked
 * on by one thread, so that the Nth call is the same one in every run. `--seccomp-bpf` makes it faster, but signals that are
 * injected do nothing then (strace 6.1).
 */
export async function runTraced(
  program: string,
  args: readonly string[],
  strace: readonly string[],
): Promise<TracedRun> {
  const child = spawn('strace', ['-f', '-qq', ...strace, process.execPath, await bundled(program), ...args], {
    env: { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve({ stdout, stderr, exitCode, signal }));
  });
}
