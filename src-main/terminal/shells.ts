import { access, constants, readFile, realpath } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import type { Shell } from '#contract';
import { AppError } from '#core/app-error';

export interface ShellSources {
  readonly environment: Readonly<Record<string, string>>;
  /** Preferred shell, from the settings. */
  readonly preferred?: string | undefined;
  /** The system's list of login shells, one path a line. */
  readonly listFile?: string;
}

/** Programs in the list of login shells that are none one would open a terminal with. */
const NOT_OFFERED = new Set(['git-shell', 'nologin', 'false', 'true', 'rbash', 'tmux', 'screen']);

/** The shells of this machine that exist, each once, the default first. */
export async function listShells(sources: ShellSources): Promise<readonly Shell[]> {
  const found = new Map<string, string>();
  for (const path of await candidateShells(sources)) {
    const target = await realPath(path);
    if (target !== undefined && !found.has(target)) found.set(target, path);
  }
  return [...found.values()].map((path, at) => ({ name: shellName(path), path, isDefault: at === 0 }));
}

/**
 * The program to open a terminal with: `wanted`, or the default.
 *
 * @throws AppError INVALID_INPUT when `wanted` is no program, UNAVAILABLE if the machine has no shell.
 */
export async function chooseShell(wanted: string | undefined, sources: ShellSources): Promise<string> {
  if (wanted !== undefined) {
    if (isAbsolute(wanted) && (await realPath(wanted)) !== undefined) return wanted;
    throw new AppError('INVALID_INPUT', `${wanted} is not a program that can be started`, {
      where: wanted,
      advice: 'Give the absolute path of a shell, such as /bin/bash.',
    });
  }
  const [first] = await listShells(sources);
  if (first) return first.path;
  throw new AppError('UNAVAILABLE', 'No shell found', {
    where: '$SHELL and /etc/shells',
    advice: 'Install a shell such as bash, or set terminal.shell in Settings to the path of one.',
  });
}

/** Returns the arguments of the shell: on macOS programs expect a login shell, since nothing else reads the profile. */
export function shellArguments(): readonly string[] {
  return process.platform === 'darwin' ? ['-l'] : [];
}

async function candidateShells({ environment, preferred, listFile }: ShellSources): Promise<readonly string[]> {
  const chosen = [preferred, environment.SHELL].filter((path) => path !== undefined && isAbsolute(path)) as string[];
  if (process.platform === 'win32') return [...chosen, ...windowsShells(environment)];
  const list = await readFile(listFile ?? '/etc/shells', 'utf8').catch(() => '');
  const listed = list
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((path) => isAbsolute(path) && !NOT_OFFERED.has(basename(path)));
  // The better shells first where the person has not said which.
  const ranked = listed.toSorted((a, b) => shellRank(a) - shellRank(b));
  return [...chosen, ...ranked];
}

function shellRank(path: string): number {
  const at = ['zsh', 'bash', 'fish'].indexOf(basename(path));
  return at < 0 ? 3 : process.platform === 'darwin' ? at : ([1, 0, 2][at] ?? 3);
}

function windowsShells(environment: Readonly<Record<string, string>>): readonly string[] {
  const system = environment.SystemRoot ?? 'C:\\Windows';
  const programs = environment.ProgramFiles ?? 'C:\\Program Files';
  return [
    join(programs, 'PowerShell', '7', 'pwsh.exe'),
    join(system, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'),
    join(system, 'System32', 'cmd.exe'),
    join(programs, 'Git', 'bin', 'bash.exe'),
  ];
}

/** Resolves a path, so that /bin/bash and /usr/bin/bash count once; `undefined` if it cannot be started. */
async function realPath(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.X_OK);
    return await realpath(path);
  } catch {
    return undefined;
  }
}

function shellName(path: string): string {
  return basename(path).replace(/\.exe$/i, '');
}
