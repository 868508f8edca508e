import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Program } from '#process/death-signal';
import { findProgram, pathFolders } from '#process/find-program';
import { outputOf } from '#process/output-of';

export interface FoundPython {
  /** Absolute. */
  readonly path: string;
  /** Version such as 3.11.2. */
  readonly version: string;
}

export interface PythonSearch {
  /** Absolute path of the workspace. */
  readonly workspace: string;
  /** The interpreter that the settings name. */
  readonly setting?: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** The `.venv` of the workspace was trusted with it, and may be run. */
  readonly isVenvTrusted: boolean;
  /** Puts a program into the workspace's box: a Python that lies where the box has nothing does not run there. */
  readonly boxed?: ((program: Program, cwd: string) => Program) | undefined;
}

/** The oldest that runs tools. */
const LOWEST = [3, 8];
const ASK_MS = 10_000;
const SAYS = 'import sys; print("%d.%d.%d" % sys.version_info[:3])';
const INSTALL =
  'Install Python 3.8 or newer (on Debian: apt install python3), or name one in Settings under Workspaces';

/** Versions by path and time of change: asking takes some 50 ms. */
const known = new Map<string, string | undefined>();

/** The interpreter of a workspace: its `.venv`, the one of the settings, `python3`, `py -3`; or why there is none. */
export async function findPython(search: PythonSearch): Promise<FoundPython | { readonly noPython: string }> {
  const problems: string[] = [];
  for (const { path, title } of candidatePythons(search)) {
    if (path === undefined) continue;
    const version = await pythonVersion(path, search);
    const problem = versionProblem(version, search);
    if (problem === undefined && version !== undefined) return { path, version };
    problems.push(`${title} ${problem}`);
  }
  const said = problems.length === 0 ? 'No Python was found' : problems.join('; ');
  return { noPython: `${said}. ${INSTALL}` };
}

function versionProblem(version: string | undefined, { boxed }: PythonSearch): string | undefined {
  if (version === undefined) return boxed ? 'does not run in the box' : 'does not run';
  return isEnough(version) ? undefined : `is Python ${version}, which is too old`;
}

function* candidatePythons({ workspace, setting, environment, isVenvTrusted }: PythonSearch) {
  const where = { cwd: workspace, environment };
  if (isVenvTrusted) {
    const place = process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python';
    yield { title: '.venv', path: findProgram(join(workspace, '.venv', place), where) };
  }
  if (setting !== undefined) {
    const path = isAbsolute(setting) ? setting : findProgram(setting, where);
    yield { title: setting, path: path ?? setting };
  }
  for (const name of ['python3', 'python', 'py']) {
    for (const folder of pathFolders(where)) {
      const path = findProgram(join(folder, name), where);
      yield { title: path ?? name, path };
    }
  }
}

async function pythonVersion(
  path: string,
  { workspace, environment, boxed }: PythonSearch,
): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  const key = `${path}\0${found?.mtimeNs}\0${found?.ino}\0${boxed !== undefined}`;
  if (known.has(key)) return known.get(key);
  const asking = { file: path, args: ['-I', '-c', SAYS] };
  const said = await outputOf(boxed ? boxed(asking, workspace) : asking, {
    cwd: workspace,
    environment,
    signal: AbortSignal.timeout(ASK_MS),
    maxBytes: 1000,
  });
  const version = /^(\d+\.\d+\.\d+)\s*$/.exec(said ?? '')?.[1];
  if (version !== undefined) known.set(key, version);
  return version;
}

function isEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [lowestMajor = 0, lowestMinor = 0] = LOWEST;
  return major > lowestMajor || (major === lowestMajor && minor >= lowestMinor);
}
