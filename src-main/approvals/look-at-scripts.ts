/** What a program is told to run by its name alone: scripts of package.json, a Makefile, a file. */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Analysis, Part } from '#shell-analysis';
import type { CommandFacts, Script, World } from './decide/facts.ts';
import type { FileSystem } from './read-only/reader.ts';

type Disk = Pick<FileSystem, 'text'>;

/** Parts of one line whose scripts are looked up. */
const MOST_SCRIPTS = 20;
const MAKEFILES: Readonly<Record<string, readonly string[]>> = {
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', 'Justfile', '.justfile'],
};
const MANAGERS = new Set(['npm', 'pnpm', 'yarn']);
/** Programs whose first word is the file they run. */
const RUNNERS = new Set('bash sh dash zsh ksh node python python3 perl ruby php'.split(' '));

/** By part, the scripts that it runs, the widest last; undefined where no part runs one that could be read. */
export function scriptsIn({ parts }: Analysis, folders: CommandFacts['folders'], disk: Disk): World['scripts'] {
  const running = parts.flatMap((part, index) => {
    const [folder, ...others] = folders[index] ?? [];
    return folder === undefined || others.length > 0 || !mayRunScript(part) ? [] : [{ part, index, folder }];
  });
  const found = running.slice(0, MOST_SCRIPTS).flatMap(({ part, index, folder }) => {
    const scripts = scriptsOf(part, folder, disk);
    return scripts.length > 0 ? [[String(index), scripts] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function mayRunScript({ program = '' }: Part): boolean {
  return MANAGERS.has(program) || Object.hasOwn(MAKEFILES, program) || RUNNERS.has(program) || program.includes('/');
}

function scriptsOf({ program = '', words }: Part, folder: string, disk: Disk): Script[] {
  const given = words.slice(1).map(({ literal }) => literal);
  if (MANAGERS.has(program)) return packageScripts(given, folder, disk);
  const makefile = Object.hasOwn(MAKEFILES, program) ? MAKEFILES[program] : undefined;
  if (makefile) return fileScripts(makefile, folder, disk);
  return fileScripts([RUNNERS.has(program) ? (given[0] ?? '') : program], folder, disk);
}

/** The first of the files that is there. */
function fileScripts(names: readonly string[], folder: string, disk: Disk): Script[] {
  for (const name of names) {
    const file = posix.resolve(folder, name);
    const text = name === '' || name.startsWith('-') ? undefined : disk.text(file);
    if (text !== undefined) return [{ of: posix.normalize(name), hash: hashOf(text), file }];
  }
  return [];
}

/** The script of that name, with what runs before and after it, and all there are. */
function packageScripts([verb, name]: readonly (string | undefined)[], folder: string, disk: Disk): Script[] {
  const isRun = verb === 'run' || verb === 'run-script';
  const called = isRun ? name : { test: 'test', t: 'test', start: 'start' }[verb ?? ''];
  const file = posix.join(folder, 'package.json');
  const scripts = called === undefined ? undefined : readScripts(disk.text(file));
  if (called === undefined || scripts === undefined) return [];
  const own = ['pre', '', 'post'].map((when) => scripts[`${when}${called}`]);
  return [
    { of: `the script ${called} of package.json`, hash: hashOf(JSON.stringify(own)), file },
    { of: 'what package.json says of scripts', hash: hashOf(JSON.stringify(scripts)), file },
  ];
}

function readScripts(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = text === undefined ? undefined : JSON.parse(text);
    const scripts = typeof read === 'object' && read !== null && 'scripts' in read ? read.scripts : undefined;
    return typeof scripts === 'object' && scripts !== null ? { ...scripts } : undefined;
  } catch {
    return undefined;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
