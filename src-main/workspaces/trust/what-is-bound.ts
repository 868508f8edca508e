import { extname } from 'node:path';

/** Folders of a workspace that are its data: nothing of them is bound, and nothing of them is imported or executed. */
export const DATA_FOLDERS: readonly string[] = ['data', 'history', 'logs', 'memory', 'notes', 'output', 'tmp'];
/** Names at the top of a workspace that are not bound: read by models, or not read by anything that runs. */
const UNBOUND: ReadonlySet<string> = new Set([...DATA_FOLDERS, 'skills', '.git', '.sigma']);
/** Anywhere: files that hosts never read. */
const NEVER_READ: ReadonlySet<string> = new Set(['__pycache__']);

/** Whether a folder, by its names from the workspace on, is bound by trust. */
export function isBoundFolder(names: readonly string[]): boolean {
  const [first = ''] = names;
  return !UNBOUND.has(first) && !names.some((name) => NEVER_READ.has(name));
}

/** Folders of which each new file is part of what runs or is told. */
const CODE_FOLDERS: ReadonlySet<string> = new Set(['tools', 'systems', 'schedules', '.venv', 'node_modules']);
/** Files at the top of which the same is true. */
const CODE_FILES: ReadonlySet<string> = new Set(['AGENTS.md', 'requirements.txt', 'package.json', 'pyproject.toml']);
const CODE_ENDINGS: ReadonlySet<string> = new Set(
  '.py .pyc .pyd .pyi .pth .so .dll .dylib .node .js .mjs .cjs .jsx .ts .mts .cts .tsx .wasm .sh .bash .zsh .fish .pl .rb .php .lua .ps1 .bat .cmd .exe'.split(
    ' ',
  ),
);

/** Whether a new file there restricts a trusted workspace: it is read or run by its place. */
export function runsByPlace(file: string): boolean {
  const [first = '', ...rest] = file.split('/');
  return rest.length === 0 ? CODE_FILES.has(first) : CODE_FOLDERS.has(first);
}

/** Whether trust ends when a file changes or comes: it is bound, and runs or is told. */
export function isHeldToTrust(file: string): boolean {
  return isBoundFolder(file.split('/')) && mayRun(file, false);
}

/** Whether a change of a trusted file restricts the workspace: it may run, or says what the agent does. */
export function mayRun(file: string, isExecutable: boolean): boolean {
  return isExecutable || runsByPlace(file) || CODE_ENDINGS.has(extname(file).toLowerCase());
}
