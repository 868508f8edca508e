/**
 * Facts from the disk about words that a rule may leave open: where paths lead, and what patterns of file names match.
 */
import { posix } from 'node:path';
import { mayHoldCredentials, whyItRunsCode } from '#core/secrets/sensitive-paths';
import type { Analysis, SimpleCommand, Word } from '#shell-analysis';
import type { CommandFacts, DiskFacts } from './decide/facts.ts';
import { isWithin, writtenPaths } from './decide/targets.ts';
import { leadsTo } from './disk.ts';
import { namesThatFit } from './name-pattern.ts';
import type { DiskAccess } from './read-only/path-judge.ts';
import { isGlob, loopsAround } from './rules/given-texts.ts';
import { areWordsFollowed } from './rules/word-types.ts';

/** Names that one pattern may stand for; of more, nothing is known. */
const MAX_NAMES = 500;
const MAX_PATTERNS = 20;
/** Characters of a pattern; of longer ones nothing is known. */
const MAX_PATTERN_CHARACTERS = 1000;
const MAX_PLACES = 1000;

type Folders = CommandFacts['folders'];

/** Absolute paths, as written, that words and values of options would be. */
export function wordsIn(analysis: Analysis, folders: Folders): ReadonlySet<string> {
  const paths = new Set<string>();
  if (!areWordsFollowed({ analysis })) return paths;
  for (const [index, part] of analysis.parts.entries()) {
    for (const text of textsOf(part, analysis)) {
      for (const path of writtenPaths(text, folders[index]) ?? []) paths.add(path);
    }
  }
  return paths;
}

function textsOf(part: SimpleCommand, { loops }: Analysis): string[] {
  const texts: string[] = [];
  for (let at = 1; at < part.words.length; at += 1) addTexts(part.words[at], texts);
  for (const { words } of loopsAround(part, loops)) for (const word of words) addTexts(word, texts);
  return texts;
}

function addTexts(word: Word | undefined, texts: string[]): void {
  const literal = word?.literal;
  if (literal === undefined) return;
  if (!literal.startsWith('-') && isPathText(literal)) texts.push(literal);
  const at = literal.indexOf('=');
  const value = at > 0 ? literal.slice(at + 1) : '';
  if (isPathText(value)) texts.push(value);
}

const isPathText = (text: string): boolean => text !== '' && text.length < 4096;

interface DiskInWorkspace {
  readonly workspace: string;
  readonly disk: DiskAccess;
}

/** Finds the matches of the patterns of a line, in the form of `DiskFacts`. */
export function globsIn(analysis: Analysis, folders: Folders, at: DiskInWorkspace): DiskFacts['globs'] {
  const places: { readonly folder: string; readonly text: string }[] = [];
  for (const [index, part] of analysis.parts.entries()) {
    for (const { text } of patternsOf(part, analysis)) {
      for (const folder of folders[index] ?? []) places.push({ folder, text });
    }
  }
  if (places.length === 0) return undefined;
  const distinct = new Map(places.slice(0, MAX_PLACES).map((one) => [`${one.folder}/${one.text}`, one]));
  const kinds = [...distinct].slice(0, MAX_PATTERNS).flatMap(([key, { folder, text }]) => {
    const kind = globKind(folder, text, at);
    return kind === undefined ? [] : [[key, kind] as const];
  });
  return Object.fromEntries(kinds);
}

function patternsOf(part: SimpleCommand, { loops }: Analysis): readonly Word[] {
  const patterns = part.words.filter((word, at) => at > 0 && isGlob(word));
  for (const { words } of loopsAround(part, loops)) patterns.push(...words.filter(isGlob));
  return patterns;
}

function globKind(folder: string, pattern: string, { workspace, disk }: DiskInWorkspace): 'plain' | 'code' | undefined {
  const names = expand(folder, pattern, disk);
  let kind: 'plain' | 'code' = 'plain';
  // What stands for nothing is given as it is written.
  for (const name of names?.length === 0 ? [pattern] : (names ?? [])) {
    const written = name.startsWith('/') ? name : `${folder}/${name}`;
    const paths = [posix.normalize(written), leadsTo(written, disk)];
    if (
      name.startsWith('-') ||
      paths.some((path) => !isWithin(workspace, path) || path === workspace || mayHoldCredentials(path))
    )
      return undefined;
    if (paths.some((path) => whyItRunsCode(path, workspace) ?? whyItRunsCode(`${path}/*`, workspace))) kind = 'code';
  }
  return names && kind;
}

/**
 * The names that bash puts in; undefined if they are too many, or may be others.
 */
function expand(folder: string, pattern: string, disk: DiskAccess): string[] | undefined {
  const pieces = pattern.split('/');
  if (
    pattern.length > MAX_PATTERN_CHARACTERS ||
    pattern.startsWith('/') ||
    pieces.some((piece) => piece === '..' || piece === '**')
  )
    return undefined;
  let found = [''];
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    found = found.flatMap((at) =>
      matchingNames(`${folder}/${at}`, piece, disk).map((name) => `${at}${name}${isLast ? '' : '/'}`),
    );
    if (found.length > MAX_NAMES) return undefined;
  }
  return found;
}

function matchingNames(folder: string, piece: string, disk: DiskAccess): readonly string[] {
  if (!/[*?]/.test(piece)) return [piece];
  return namesThatFit(piece, disk.names(folder) ?? []);
}
