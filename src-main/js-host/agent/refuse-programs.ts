import childProcess from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads from 'node:worker_threads';
import { isPlainObject } from '#contract/plain-object';
import type { TrustedCode } from './trusted-code.ts';

/** Programs that run the file that they are given first. */
const INTERPRETERS =
  /^(?:node|nodejs|bun|deno|tsx|python[\d.]*|pypy3?|ruby|perl|php|lua|sh|bash|dash|zsh|ksh|fish|pwsh)(?:\.exe)?$/;

interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: unknown;
  readonly shell?: unknown;
  /** Environment of the program, in which its `PATH` is; undefined for our own. */
  readonly env?: unknown;
}

/**
 * Refuses programs, scripts, addons and threads of the workspace that are not what was trusted. Best effort: a program that is
 * named in the middle of a shell's line, or started by another program, is not seen here; the box holds there.
 */
export function refusePrograms(code: TrustedCode): void {
  const check = (start: ProgramStart) => {
    for (const path of programFiles(start)) if (code.isInside(path)) code.read(path);
  };
  // All programs that are waited for without blocking are started here.
  const { prototype } = childProcess.ChildProcess as unknown as {
    prototype: { spawn(options: ProgramStart & { args: string[] }): unknown };
  };
  const { spawn } = prototype;
  prototype.spawn = function (options) {
    // A shell stands in front of its line by now.
    check({ file: options.file, args: (options.args ?? []).slice(1), cwd: options.cwd, env: options.env });
    return spawn.call(this, options);
  };
  const mutable = childProcess as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
    const start = mutable[name];
    if (!start) continue;
    mutable[name] = (...given) => {
      check(programStart(name, given));
      return start(...given);
    };
  }
  const { dlopen } = process;
  process.dlopen = (...given: unknown[]) => {
    const path = real(resolve(String(given[1])));
    if (path !== undefined && code.isInside(path)) code.read(path);
    return Reflect.apply(dlopen, process, given);
  };
  refuseThreads(code);
  syncBuiltinESMExports();
}

function refuseThreads(code: TrustedCode): void {
  const { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor(file: string | URL, options?: workerThreads.WorkerOptions) {
      const name = file instanceof URL ? file.href : file;
      const path = name.startsWith('file:') ? fileURLToPath(name) : real(resolve(name));
      if (!options?.eval && path !== undefined && code.isInside(path)) code.read(path);
      super(file, options);
    }
  };
}

/** Parses the arguments of one of node's blocking process starts. */
function programStart(name: string, [file, ...rest]: readonly unknown[]): ProgramStart {
  const args = Array.isArray(rest[0]) ? rest[0].map(String) : [];
  const options = rest.find(isPlainObject);
  const { cwd, shell, env } = options ?? {};
  return { file: String(file), args, cwd, shell: name === 'execSync' || shell, env };
}

/** Files that are executed: the program itself, and the script of an interpreter. */
function programFiles({ file, args, cwd, shell, env }: ProgramStart): string[] {
  const words = shell ? [file, ...args].join(' ').split(/\s+/) : shellLine([file, ...args]);
  const folder = cwd instanceof URL ? fileURLToPath(cwd) : String(cwd ?? process.cwd());
  const [program = '', ...others] = words;
  const script = INTERPRETERS.test(basename(program)) ? others.find((one) => !one.startsWith('-')) : undefined;
  const found = [...programPaths(program, folder, env), ...(script === undefined ? [] : [resolve(folder, script)])];
  return found.flatMap((path) => real(path) ?? []);
}

/** Lists the possible paths of a program: a bare name is looked up on the PATH that it is given. */
function programPaths(program: string, folder: string, env: unknown): string[] {
  if (program === '') return [];
  if (/[\\/]/.test(program)) return [resolve(folder, program)];
  const { PATH } = isPlainObject(env) ? env : process.env;
  const path = String(PATH ?? '')
    .split(delimiter)
    .map((one) => resolve(folder, one, program));
  return path.filter((one) => existsSync(one)).slice(0, 1);
}

/** The words of `sh -c line`, else what is given. */
function shellLine([file = '', ...args]: readonly string[]): readonly string[] {
  const isShell = /^(?:sh|bash|dash|zsh)$/.test(basename(file));
  return isShell && args[0] === '-c' ? (args[1] ?? '').trim().split(/\s+/) : [file, ...args];
}

/** The file that is meant, symlinks resolved; undefined if there is none. */
function real(path: string): string | undefined {
  return existsSync(path) && statSync(path).isFile() ? realpathSync(path) : undefined;
}
