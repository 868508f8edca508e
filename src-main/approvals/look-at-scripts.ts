/** Scripts that a program is told to run only by name: scripts of package.json, a Makefile, a file. */
import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { type Analysis, PROGRAMS, type SimpleCommand } from '#shell-analysis';
import { buildFiles } from './build-files.ts';
import type { CommandFacts, DiskFacts, Script } from './decide/facts.ts';
import type { DiskAccess } from './read-only/reader.ts';

type ScriptReader = Pick<DiskAccess, 'text'>;

/** Parts of one line whose scripts are looked up. */
const MOST_SCRIPTS = 20;

/** Lists the scripts that each part runs, the widest last; undefined if no part runs one that could be read. */
export function scriptsIn(
  { parts }: Analysis,
  folders: CommandFacts['folders'],
  disk: ScriptReader,
): DiskFacts['scripts'] {
  const running = parts.flatMap((part, index) => {
    const [folder, ...others] = folders[index] ?? [];
    return folder === undefined || others.length > 0 || !mayRunScript(part) ? [] : [{ part, index, folder }];
  });
  const packages = new Packages(disk);
  const found = running.slice(0, MOST_SCRIPTS).flatMap(({ part, index, folder }) => {
    const scripts = scriptsOf(part, folder, { disk, packages });
    return scripts.length > 0 ? [[String(index), scripts] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

const scriptsBy = (program: string) => PROGRAMS.get(program)?.scripts;

const mayRunScript = ({ program = '' }: SimpleCommand): boolean =>
  scriptsBy(program) !== undefined || program.includes('/');

interface ScriptPlaces {
  readonly disk: ScriptReader;
  readonly packages: Packages;
}

function scriptsOf({ program = '', words }: SimpleCommand, folder: string, { disk, packages }: ScriptPlaces): Script[] {
  const given = words.slice(1).map(({ literal }) => literal);
  const source = scriptsBy(program);
  if (source?.kind === 'package.json')
    return packageScripts(given, folder, { runsByName: source.runsByName === true, packages });
  if (source?.kind === 'file') return fileScripts(buildFiles(source.names, given), folder, disk);
  return fileScripts([source === undefined ? program : (given[0] ?? '')], folder, disk);
}

/** The first of the files that is there. */
function fileScripts(names: readonly string[], folder: string, disk: ScriptReader): Script[] {
  for (const name of names) {
    const file = posix.resolve(folder, name);
    const text = name === '' || name.startsWith('-') ? undefined : disk.text(file);
    if (text !== undefined) return [{ of: posix.normalize(name), hash: hashOf(text), file }];
  }
  return [];
}

const RUNS_A_SCRIPT = new Set(['run', 'run-script', 'rum', 'urn']);
/** Sub-commands that are a script each, by its name. */
const SCRIPT_VERBS = new Map<string, string>([
  ...([
    ['test', 'test'],
    ['t', 'test'],
    ['tst', 'test'],
  ] as const),
  ...([
    ['start', 'start'],
    ['stop', 'stop'],
    ['restart', 'restart'],
  ] as const),
]);
/** Options that name the folder of the package. */
const FOLDER_OPTION = /^(?:--prefix|--dir|--cwd|-C)(?:=(.*))?$/s;

/** The script that is run, with what runs before and after it, and all there are. */
function packageScripts(
  given: readonly (string | undefined)[],
  folder: string,
  { runsByName, packages }: PackageRunner,
): Script[] {
  const { place, words } = inFolder(given, folder);
  const file = place === undefined ? packages.fileAround(folder) : posix.join(place, 'package.json');
  const all = packages.scriptsOf(file);
  const called = all === undefined ? undefined : scriptCalled(words, { scripts: all.scripts, runsByName });
  if (called === undefined || all === undefined) return [];
  const own = namesRun(called, all.scripts).flatMap((name) =>
    ['pre', '', 'post'].map((when) => all.scripts[when + name]),
  );
  return [
    { of: `the script ${called} of package.json`, hash: hashOf(JSON.stringify(own)), file },
    { of: 'what package.json says of scripts', hash: all.hash, file },
  ];
}

/** The script that is called; without one of its own, a restart stops and starts. */
const namesRun = (called: string, scripts: ScriptsOfPackage['scripts']): string[] =>
  called === 'restart' && scripts.restart === undefined ? [called, 'stop', 'start'] : [called];

interface PackageRunner {
  readonly runsByName: boolean;
  readonly packages: Packages;
}

interface ScriptsOfPackage {
  readonly scripts: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

/** Packages of one line, whose scripts are read once. */
class Packages {
  readonly #disk: ScriptReader;
  readonly #known = new Map<string, ScriptsOfPackage | undefined>();

  constructor(disk: ScriptReader) {
    this.#disk = disk;
  }

  /** The file of the package that a folder lies in; the one that would be in the folder itself if there is none. */
  fileAround(folder: string): string {
    for (let at = folder; ; at = posix.dirname(at)) {
      const file = posix.join(at, 'package.json');
      if (this.#disk.text(file) !== undefined) return file;
      if (at === posix.dirname(at)) return posix.join(folder, 'package.json');
    }
  }

  scriptsOf(file: string): ScriptsOfPackage | undefined {
    if (this.#known.has(file)) return this.#known.get(file);
    const scripts = readScripts(this.#disk.text(file));
    const found = scripts && { scripts, hash: hashOf(JSON.stringify(scripts)) };
    this.#known.set(file, found);
    return found;
  }
}

/** The words that are no options, and the folder that an option names; without one the package is looked for. */
function inFolder(given: readonly (string | undefined)[], folder: string) {
  const words: (string | undefined)[] = [];
  let place: string | undefined;
  for (let at = 0; at < given.length && given[at] !== '--'; at++) {
    const word = given[at];
    const option = FOLDER_OPTION.exec(word ?? '');
    if (option) place = posix.resolve(folder, option[1] ?? given[++at] ?? '');
    else if (!word?.startsWith('-')) words.push(word);
  }
  return { place, words };
}

function scriptCalled(
  [verb, name]: readonly (string | undefined)[],
  { scripts, runsByName }: { readonly scripts: Readonly<Record<string, unknown>>; readonly runsByName: boolean },
): string | undefined {
  if (verb === undefined) return undefined;
  if (RUNS_A_SCRIPT.has(verb)) return name;
  if (runsByName && Object.hasOwn(scripts, verb)) return verb;
  return SCRIPT_VERBS.get(verb);
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

const hashOf = (text: string): string => hash('sha256', text);
