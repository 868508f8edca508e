/** Scripts that a program is told to run only by name: scripts of package.json, a Makefile, a file. */
import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { type Analysis, PROGRAMS, type SimpleCommand } from '#shell-analysis';
import { buildFiles, recipeFolder } from './build-files.ts';
import type { CommandFacts, DiskFacts, Script } from './decide/facts.ts';
import { type FirstWord, interpreterWords, modulePaths } from './interpreter-words.ts';
import { Packages, packageScripts } from './package-scripts.ts';
import type { DiskAccess } from './read-only/path-judge.ts';

type ScriptReader = Pick<DiskAccess, 'text' | 'names'>;

/** Parts of one line whose scripts are looked up. */
const MAX_SCRIPTS = 20;

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
  const found = running.slice(0, MAX_SCRIPTS).flatMap(({ part, index, folder }) => {
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
  if (source?.kind === 'package.json') return packageScripts(given, folder, { source, packages });
  if (source?.kind === 'file') {
    const { names, areNamed } = buildFiles(source.names, given);
    if (areNamed) return together(names.flatMap((name) => fileScripts([name], folder, disk)));
    return fileScripts(source.isAround ? namesAround(names, folder, recipeFolder(given)) : names, folder, disk);
  }
  if (source === undefined) return fileScripts([program], folder, disk);
  return findInterpretedScript(given, folder, { source, disk });
}

/** The script that an interpreter runs, with the modules of the workspace that run before it. */
function findInterpretedScript(
  given: readonly (string | undefined)[],
  folder: string,
  { source, disk }: { readonly source: FirstWord; readonly disk: ScriptReader },
): Script[] {
  const { script, loaded, folders } = interpreterWords(given, source);
  const modules = loaded.flatMap((name) =>
    ['.', ...folders].flatMap((place) =>
      modulePaths(name, source).flatMap((path) => fileScripts([posix.join(place, path)], folder, disk)),
    ),
  );
  return together([...fileScripts([script ?? ''], folder, disk), ...modules]);
}

/** Several scripts as one, to which a rule can be bound. */
function together(scripts: readonly Script[]): Script[] {
  const [first, ...others] = scripts;
  if (first === undefined || others.length === 0) return [...scripts];
  return [
    {
      of: scripts.map(({ of }) => of).join(' with '),
      hash: hash('sha256', JSON.stringify(scripts.map((one) => [one.of, one.hash]))),
      file: first.file,
      others: others.map(({ file }) => file),
    },
  ];
}

/** The names in a place below a folder, then in each of those above it. */
function namesAround(names: readonly string[], folder: string, place: string): readonly string[] {
  const above = posix.resolve(folder, place).split('/').slice(1).filter(Boolean);
  return ['', ...above.keys()].flatMap((_, level) => names.map((name) => posix.join(place, '../'.repeat(level), name)));
}

/** The first of the files that is there. */
function fileScripts(names: readonly string[], folder: string, disk: ScriptReader): Script[] {
  for (const name of names) {
    const file = posix.resolve(folder, name);
    const text = name === '' || name.startsWith('-') ? undefined : disk.text(file);
    if (text !== undefined) return [{ of: posix.normalize(name), hash: hash('sha256', text), file }];
  }
  return [];
}
