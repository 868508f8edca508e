import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { writeTextFile } from '#core/files/text-file';
import { sha256 } from '#core/text/sha256';
import { findProgram } from '#process/find-program';
import { startGroup } from '#process/group';
import { readPaced } from '#process/paced-pipe';
import { readFileText } from '../../layout/read-file.ts';
import type { FoundPython } from './find-python.ts';

/** Most time that an installation takes, in milliseconds. */
const INSTALL_MS = 600_000;
/** Most lines shown of what pip says when it fails. */
const LAST_LINES = 8;
const MODULE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,100}$/;

/** Packages installed for workspaces, in the app's data, never in the workspace. */
export class PythonPackages {
  readonly #folder: string;
  readonly #mostMs: number;

  /** @param mostMs of one installation, in milliseconds */
  constructor(folder: string, mostMs = INSTALL_MS) {
    this.#folder = folder;
    this.#mostMs = mostMs;
  }

  /** Folder of the packages of a workspace, absolute; it may not be there yet. */
  folderOf(workspace: string): string {
    return join(this.#folder, sha256(workspace).slice(0, 32));
  }

  /** Whether this text of requirements was installed. */
  isInstalled(workspace: string, requirements: string): boolean {
    try {
      return readFileSync(this.#markOf(workspace), 'utf8').trim() === sha256(requirements);
    } catch {
      return false;
    }
  }

  /** The command that installs a module, or a file of requirements, as a person is asked about it. @throws AppError INVALID_INPUT */
  commandFor(workspace: string, what: InstallTarget, { python, environment }: InstallOptions): readonly string[] {
    const target = this.folderOf(workspace);
    const wanted = 'module' in what ? [moduleName(what.module)] : ['-r', join(workspace, what.file)];
    const uv = findProgram('uv', { cwd: workspace, environment });
    const head =
      uv === undefined
        ? [python.path, '-m', 'pip', 'install', '--disable-pip-version-check', '--no-input']
        : [uv, 'pip', 'install', '--python', python.path];
    return [...head, '--target', target, '--upgrade', ...wanted];
  }

  /**
   * @throws AppError UNAVAILABLE with what was to be installed and the last that the installer said, CONFLICT if the file is not what
   * was asked about, CANCELLED, TIMEOUT
   */
  async install(
    workspace: string,
    what: InstallTarget,
    installing: InstallOptions,
    signal: AbortSignal,
  ): Promise<void> {
    const [file = '', ...args] = this.commandFor(workspace, what, installing);
    await failIfChanged(workspace, what, 'since you were asked, so nothing was installed');
    await mkdir(this.folderOf(workspace), { recursive: true });
    // Not in the workspace: the installer runs outside the box, and Python takes modules from where it starts.
    await using group = await startGroup({ file, args, cwd: this.#folder, environment: installing.environment });
    let said = '';
    for (const pipe of [group.stdout, group.stderr]) {
      readPaced(pipe, (text) => {
        said = (said + text).slice(-20_000);
        installing.onText(text);
      });
    }
    const late = AbortSignal.timeout(this.#mostMs);
    const stopped = AbortSignal.any([signal, late]);
    using _ = onAbort(stopped, () => void group.end(0));
    const { exitCode } = await group.exited;
    if (signal.aborted) throw new AppError('CANCELLED', 'The installation was stopped');
    if (exitCode !== 0) throw notInstalled(what, { said, exitCode, lateMs: late.aborted ? this.#mostMs : undefined });
    await failIfChanged(workspace, what, 'while it was installed, so it is not known what was installed');
    if ('requirements' in what) await writeTextFile(this.#markOf(workspace), `${sha256(what.requirements)}\n`);
  }

  #markOf(workspace: string): string {
    return join(this.folderOf(workspace), '.installed-requirements');
  }
}

export type InstallTarget =
  | { readonly module: string }
  /** A file of requirements, relative to the workspace, and its text. */
  | { readonly file: string; readonly requirements: string };

export interface InstallOptions {
  readonly python: FoundPython;
  readonly environment: Readonly<Record<string, string>>;
  readonly onText: (text: string) => void;
}

/** The installer reads the file itself. @throws AppError CONFLICT if that is not the text that was asked about */
async function failIfChanged(workspace: string, what: InstallTarget, when: string): Promise<void> {
  if ('module' in what) return;
  const now = await readFileText(workspace, what.file);
  if (now && 'text' in now && now.text === what.requirements) return;
  const advice = 'Look at it, and install it again';
  throw new AppError('CONFLICT', `${what.file} changed ${when}`, { where: what.file, advice });
}

function moduleName(module: string): string {
  if (MODULE.test(module)) return module;
  throw new AppError('INVALID_INPUT', `"${module}" is no name of a package`, { where: 'module' });
}

function notInstalled(
  what: InstallTarget,
  { said, exitCode, lateMs }: { said: string; exitCode: number | undefined; lateMs: number | undefined },
): AppError {
  const lines = said.trim().split('\n');
  const name = 'module' in what ? what.module : what.file;
  const detail = { where: name, advice: lines.slice(-LAST_LINES).join('\n') };
  if (lateMs !== undefined) {
    return new AppError('TIMEOUT', `${name} was not installed within ${lateMs / 60_000} minutes`, detail);
  }
  const why = installProblem(lines) ?? `exit code ${exitCode ?? 'none'}`;
  return new AppError('UNAVAILABLE', `${name} could not be installed: ${why}`, detail);
}

/** The last error that it told, or the last of all that it said. */
function installProblem(lines: readonly string[]): string | undefined {
  const said = lines.findLast((line) => /^error: /i.test(line)) ?? lines.at(-1);
  return said?.replace(/^error: /i, '').trim() || undefined;
}
