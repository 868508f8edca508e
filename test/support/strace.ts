import { spawn, spawnSync } from 'node:child_process';
import { bundledProgram } from './bundled-program.ts';

/** Whether programs can be traced here; containers may forbid it even where strace is installed. */
export const hasStrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;

export interface TracedRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
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
  const child = spawn('strace', ['-f', '-qq', ...strace, process.execPath, await bundledProgram(program), ...args], {
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
