/** Folders whose files a pipeline shows: one stage lists names, and `xargs` gives them to a program that prints files. */
import {
  type Analysis,
  argumentSyntaxOf,
  has,
  optionsOf,
  type ParsedArguments,
  PROGRAMS,
  placeOfNames,
  readFind,
  readWords,
  type SimpleCommand,
  type Word,
} from '#shell-analysis';
import type { CommandFacts } from '../decide/facts.ts';
import { normalPath } from '../normal-path.ts';
import { programOf } from '../program-of.ts';
import { namesBefore } from '../read-only/found-names.ts';
import type { TreeRead } from '../read-only/path-judge.ts';
import type { TreeManner } from '../read-only/tree-manner.ts';
import { mannerBelow, mannerOfList, showsFiles } from './read-below.ts';

/** Determines what is read of the names that a part lists. @param own folders that the part goes through */
export function treesGiven(index: number, facts: CommandFacts, own: readonly string[]): readonly TreeRead[] {
  const { parts } = facts.analysis;
  const part = parts[index];
  const listed = part && namesListed(part);
  if (part === undefined || listed === undefined) return [];
  // `ls` names what is in a folder without that folder.
  const isBare = programOf(part) === 'ls';
  return parts.flatMap((taker, at) => {
    if (at <= index || !showsFiles(taker) || !isGiven(index, at, facts.analysis)) return [];
    const read = wordsOfXargs(at, parts);
    const manner: TreeManner = {
      ...listed,
      opensNames: true,
      isDivided: mayDivide(read),
      // What goes through folders reads more than those.
      ...(mannerBelow(taker) && { names: undefined, isFlat: false }),
    };
    const here = facts.folders[at] ?? [];
    const folders = foldersNamed(taker, placeOfNames(read), { here, listed: isBare ? here : own });
    return folders.map((folder) => ({ ...manner, folder }));
  });
}

function namesListed(part: SimpleCommand): TreeManner | undefined {
  if (programOf(part) !== 'find') return mannerOfList(part);
  const { steps } = readFind(part.words.slice(1), optionsOf(PROGRAMS.get('find') ?? {}));
  return { isFollowing: true, names: namesBefore(steps, steps.length) };
}

/** Whether a part is given by `xargs` what another one prints. */
function isGiven(index: number, taker: number, { parts, line }: Analysis): boolean {
  const [source, other] = [parts[index], parts[taker]];
  if (source?.statement !== other?.statement || !other?.wrappers.includes('xargs')) return false;
  if (programOf(source as SimpleCommand) === 'find') return true;
  const stages = parts.slice(index, taker).filter(({ wrappers }) => wrappers.length === (source?.wrappers.length ?? 0));
  return stages.every(({ span }, at) => {
    const next = stages[at + 1];
    return next === undefined || line.slice(span.end, next.span.start).replaceAll('||', '').includes('|');
  });
}

/** The words of the `xargs` that runs a part, read. */
export function wordsOfXargs(taker: number, parts: readonly SimpleCommand[]): ParsedArguments<Word> {
  const runner = parts.slice(0, taker).findLast((one) => programOf(one) === 'xargs');
  const declared = PROGRAMS.get('xargs') ?? {};
  return readWords(runner?.words.slice(1) ?? [], optionsOf(declared), argumentSyntaxOf(declared));
}

/** Whether a name with a blank or a quote in it becomes others. */
function mayDivide(read: ParsedArguments<Word>): boolean {
  const delimiter = read.given.findLast(({ name }) => name === '-d' || name === '--delimiter')?.value;
  return !has(read, '-0', '--null') && !/^(?:\\n|\n|\\0)$/.test(delimiter ?? '');
}

interface NamePlaces {
  /** Folders that the program runs in. */
  readonly here: readonly string[];
  /** Folders that hold the names as they are listed. */
  readonly listed: readonly string[];
}

/** Folders in which the names lie: those that were listed, and one that stands before the place of a name. */
function foldersNamed(
  taker: SimpleCommand,
  place: string | undefined,
  { here, listed }: NamePlaces,
): readonly string[] {
  const texts = taker.words.slice(1).map(({ literal }) => literal ?? '');
  const placed = place === undefined ? [''] : texts.filter((text) => text.includes(place));
  const before = placed.map((text) => text.slice(0, text.indexOf(place ?? '')).replace(/[^/]*$/, ''));
  const others = before.filter((folder) => folder !== '');
  return [
    ...(others.length < before.length ? listed : []),
    ...others.flatMap((folder) => here.map((at) => normalPath(`${at}/${folder}`))),
  ];
}
