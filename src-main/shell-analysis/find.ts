import type { Word } from './model.ts';
import type { Say } from './program.ts';
import { type Named, runPart } from './running.ts';
import { Sayer } from './sayer.ts';
import type { Walk } from './walk.ts';

const set = (names: string) => new Set(names.split(' '));
const START = set('-H -L -P');
const NO_VALUE = set(
  '( ) ! , -a -and -o -or -not -true -false -daystart -depth -d -mount -xdev -noleaf -nouser -nogroup -empty -executable -readable -writable -print -print0 -prune -quit -ls -follow -ignore_readdir_race -noignore_readdir_race -nowarn -warn',
);
const ONE_VALUE = set(
  '-amin -anewer -atime -cmin -cnewer -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -newer -path -perm -printf -regex -regextype -samefile -size -type -uid -used -user -wholename -xtype',
);
const WRITES = set('-fprint -fprint0 -fls -fprintf');
const RUNS = set('-exec -execdir -ok -okdir');

/** `find`: where it looks, what it deletes and writes, and the commands it runs for what it finds. */
export function unfoldFind(walk: Walk, found: Named): void {
  const words = found.part.words.slice(1);
  const say = new Sayer(walk, found);
  say.isRecursive = true;
  const start = words.findIndex((word) => !START.has(word.literal ?? ''));
  const count = words.slice(Math.max(start, 0)).findIndex(beginsExpression);
  const end = count < 0 ? words.length : Math.max(start, 0) + count;
  const roots = words.slice(Math.max(start, 0), end);
  const look = (kind: 'read' | 'delete'): void => {
    if (roots.length === 0) say.effect(kind, '.');
    for (const root of roots) say.effect(kind, root.literal, root);
  };
  look('read');
  let at = end;
  while (at < words.length) {
    const word = words[at] as Word;
    if (word.literal === '-delete') look('delete');
    at = RUNS.has(word.literal ?? '') ? runCommand(walk, found, at + 1) : at + 1 + takePredicate(words, at, say);
  }
}

function beginsExpression({ literal }: Word): boolean {
  return literal !== undefined && (/^-./.test(literal) || /^[(),!]$/.test(literal));
}

/** @returns how many values it has */
function takePredicate(words: readonly Word[], at: number, say: Say): number {
  const word = words[at] as Word;
  const name = word.literal ?? '';
  if (name === '-delete' || NO_VALUE.has(name)) return 0;
  if (ONE_VALUE.has(name) || /^-newer[aBcm][aBcmt]$/.test(name)) return 1;
  if (!WRITES.has(name)) {
    say.doubt('unknown-find-predicate', word);
    return 0;
  }
  say.effect('write', words[at + 1]?.literal, words[at + 1]);
  return name === '-fprintf' ? 2 : 1;
}

/** @returns index behind the command's end */
function runCommand(walk: Walk, found: Named, start: number): number {
  const words = found.part.words.slice(1);
  const length = words
    .slice(start)
    .findIndex(({ literal }, index, rest) => literal === ';' || (literal === '+' && rest[index - 1]?.literal === '{}'));
  const end = length < 0 ? words.length : start + length;
  const command = words.slice(start, end);
  walk.found.doubt(found.part.span, 'found-names');
  runPart(walk, found, { assignments: [], words: command });
  return end + 1;
}
