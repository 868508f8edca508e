import { AppError } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import type { StartOptions } from '#process/group';
import type { ProcessGroup } from '#process/process-group';
import type { CodeHost, OpenHostOptions } from '../code-host.ts';
import { PythonHost } from './python-host.ts';
import { PythonProcess } from './python-process.ts';

export interface PythonHostStart extends OpenHostOptions {
  /** Absolute path of the interpreter. */
  readonly interpreter: string;
  /** Absolute path of `host.py`. */
  readonly program: string;
  /** Folders of installed packages, absolute. */
  readonly packages?: readonly string[] | undefined;
  /** Starts the process, held to limits where it can be. */
  readonly start: (options: StartOptions) => Promise<ProcessGroup>;
}

/** Starts the host of a workspace's Python files. @throws AppError UNAVAILABLE, TIMEOUT, CANCELLED; nothing is left running then */
export async function openPythonHost(options: PythonHostStart, signal: AbortSignal): Promise<CodeHost> {
  signal.throwIfAborted();
  const { workspace, environment, interpreter, program, packages = [], boxed, limits } = options;
  const plain = { file: interpreter, args: ['-u', '-s', program] };
  const { file, args } = boxed ? boxed(plain, workspace) : plain;
  const group = await options.start({
    file,
    args,
    cwd: workspace,
    stdin: 'pipe',
    graceMs: 0,
    diesWithHost: boxed !== undefined,
    environment: {
      ...environment,
      PSI_WORKSPACE: workspace,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUTF8: '1',
      ...(packages.length > 0 && { SIGMA_PYTHON_PATHS: packages.join(process.platform === 'win32' ? ';' : ':') }),
    },
  });
  const running = new PythonProcess(group);
  try {
    await ready(running, limits.readyMs, signal);
    await running.noteOwnProcesses();
    return new PythonHost(running, options);
  } catch (error) {
    await running.end(0);
    throw error;
  }
}

async function ready(running: PythonProcess, withinMs: number, signal: AbortSignal): Promise<void> {
  const offs: (() => void)[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (code: 'TIMEOUT' | 'UNAVAILABLE', why: string) =>
        reject(new AppError(code, why, { advice: running.lastWords }));
      const timer = setTimeout(() => fail('TIMEOUT', `Python was not ready within ${withinMs / 1000} s`), withinMs);
      const stopped = onAbort(signal, reject);
      offs.push(
        () => clearTimeout(timer),
        () => stopped[Symbol.dispose](),
        running.onMessage(({ op }) => op === 'ready' && resolve()),
      );
      void running.ended.then(({ reason }) => fail('UNAVAILABLE', `Python could not be started: ${reason}`));
    });
  } finally {
    for (const off of offs) off();
  }
}
