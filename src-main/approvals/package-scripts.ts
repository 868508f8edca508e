/** Scripts of package.json that a package manager runs by name. */
import { hash } from 'node:crypto';
import { posix } from 'node:path';
import type { ScriptSource } from '#shell-analysis';
import type { Script } from './decide/facts.ts';
import { allPackages, memberFile, type PackageDisk, type PackageFiles } from './workspace-packages.ts';

type PackageSource = Extract<ScriptSource, { kind: 'package.json' }>;

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
const FOLDER_OPTIONS: readonly string[] = ['--prefix', '--dir', '--cwd', '-C'];

interface PackageRunner {
  readonly source: PackageSource;
  readonly packages: Packages;
}

/** The script that is run, with what runs before and after it, and all there are. */
export function packageScripts(
  given: readonly (string | undefined)[],
  folder: string,
  { source, packages }: PackageRunner,
): Script[] {
  const { place, words, members, isElsewhere } = chosenIn(given, folder, source);
  const [member, ...others] = members;
  const isOne = !isElsewhere && others.length === 0;
  const file = isOne ? packages.fileFor(folder, { place, member }) : undefined;
  if (file === undefined) return scriptsOfAll(words, place ?? folder, { source, packages });
  const all = packages.scriptsOf(file);
  const called = all && scriptCalled(words, { scripts: all.scripts, runsByName: source.runsByName === true });
  if (called === undefined || all === undefined) return [];
  const own = ownScripts(called, all.scripts);
  const where = member === undefined ? 'package.json' : `package.json of ${member}`;
  return [
    { of: `the script ${called} of ${where}`, hash: hashOf(JSON.stringify(own)), file },
    { of: `what ${where} says of scripts`, hash: all.hash, file },
  ];
}

/** The script as each package of the workspace has it, of which some run it. */
function scriptsOfAll(
  words: readonly (string | undefined)[],
  folder: string,
  { source, packages }: PackageRunner,
): Script[] {
  const { root, files, places } = packages.around(folder, source);
  const all = files.flatMap((file) => {
    const found = packages.scriptsOf(file);
    return found ? [{ ...found, name: posix.relative(root, file) }] : [];
  });
  const scripts = Object.assign({}, ...all.map((one) => one.scripts));
  const called = scriptCalled(words, { scripts, runsByName: source.runsByName === true });
  const [file] = files;
  if (called === undefined || file === undefined) return [];
  const own = all.map((one) => [one.name, ...ownScripts(called, one.scripts)]);
  const where = { file, others: places };
  return [
    { of: `the script ${called} of all packages`, hash: hashOf(JSON.stringify(own)), ...where },
    {
      of: 'what all packages say of scripts',
      hash: hashOf(JSON.stringify(all.map(({ name, hash }) => [name, hash]))),
      ...where,
    },
  ];
}

/** A script with what runs before and after it. */
const ownScripts = (called: string, scripts: ScriptsOfPackage['scripts']): unknown[] =>
  namesRun(called, scripts).flatMap((name) => ['pre', '', 'post'].map((when) => scripts[when + name]));

/** The script that is called; without one of its own, a restart stops and starts. */
const namesRun = (called: string, scripts: ScriptsOfPackage['scripts']): string[] =>
  called === 'restart' && scripts.restart === undefined ? [called, 'stop', 'start'] : [called];

interface ScriptsOfPackage {
  readonly scripts: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

/** Packages of one line, whose scripts are read once. */
export class Packages {
  readonly #disk: PackageDisk;
  readonly #known = new Map<string, ScriptsOfPackage | undefined>();

  constructor(disk: PackageDisk) {
    this.#disk = disk;
  }

  /** The file of the package whose scripts run in a folder: in the place that is named, or around it; of a member, if there is that. */
  fileFor(folder: string, { place, member }: ChosenPackage): string | undefined {
    if (member !== undefined) return memberFile(place ?? folder, member, this.#disk);
    return place === undefined ? this.#fileAround(folder) : posix.join(place, 'package.json');
  }

  /** The file of the package that a folder lies in; the one that would be in the folder itself if there is none. */
  #fileAround(folder: string): string {
    for (let at = folder; ; at = posix.dirname(at)) {
      const file = posix.join(at, 'package.json');
      if (this.#disk.text(file) !== undefined) return file;
      if (at === posix.dirname(at)) return posix.join(folder, 'package.json');
    }
  }

  /** All packages among which some are chosen. */
  around(folder: string, { isUnlisted }: PackageSource): PackageFiles {
    return allPackages(posix.dirname(this.#fileAround(folder)), isUnlisted ? ['**'] : [], this.#disk);
  }

  scriptsOf(file: string): ScriptsOfPackage | undefined {
    if (this.#known.has(file)) return this.#known.get(file);
    const scripts = readScripts(this.#disk.text(file));
    const found = scripts && { scripts, hash: hashOf(JSON.stringify(scripts)) };
    this.#known.set(file, found);
    return found;
  }
}

interface ChosenPackage {
  readonly place: string | undefined;
  readonly member: string | undefined;
}

/** The words that are no options, and what chooses the package; without that it is looked for. */
function chosenIn(given: readonly (string | undefined)[], folder: string, source: PackageSource) {
  const { memberOptions = [], memberVerb, choosingOptions = [], filterOptions = [], allVerb, allValued = [] } = source;
  const ofAll = allVerb !== undefined && given.includes(allVerb) ? allValued : [];
  const { words, options } = dividedWords(given, [...FOLDER_OPTIONS, ...memberOptions, ...filterOptions, ...ofAll]);
  const place = options.findLast(({ name }) => FOLDER_OPTIONS.includes(name));
  const members = options.filter(({ name }) => memberOptions.includes(name)).map(({ value }) => value);
  const choosing = [...choosingOptions, ...filterOptions];
  const isForAll = allVerb !== undefined && words[0] === allVerb;
  const isByVerb = memberVerb !== undefined && words[0] === memberVerb;
  return {
    place: place && posix.resolve(folder, place.value),
    members: isByVerb ? [words[1] ?? ''] : members,
    isElsewhere: isForAll || options.some(({ name }) => choosing.includes(name)),
    words: isForAll ? behindAll(words) : words.slice(isByVerb ? 2 : 0),
  };
}

/** The words behind `workspaces run` or `workspaces foreach`, whose options may have left their values. */
function behindAll(words: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const run = words.findIndex((word) => word !== undefined && RUNS_A_SCRIPT.has(word));
  return words.slice(run === -1 ? 2 : run);
}

/** The words before `--`, and the options among them: those in `valued` take the next word, unless they hold their value. */
function dividedWords(given: readonly (string | undefined)[], valued: readonly string[]) {
  const words: (string | undefined)[] = [];
  const options: { readonly name: string; readonly value: string }[] = [];
  for (let at = 0; at < given.length && given[at] !== '--'; at++) {
    const [, name, joined] = /^(-[^=]*)(?:=(.*))?$/s.exec(given[at] ?? '') ?? [];
    if (name === undefined) words.push(given[at]);
    else options.push({ name, value: joined ?? (valued.includes(name) ? given[++at] : undefined) ?? '' });
  }
  return { words, options };
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
