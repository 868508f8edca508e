import type { EffectSink } from '../effect-sink.ts';
import type { Word } from '../model.ts';
import { addOperandEffect } from './operand-effects.ts';
import { givenOf, has, type ParsedArguments } from './parsed-arguments.ts';

const namedTarget = (read: ParsedArguments<Word>) => givenOf(read, '-t', '--target-directory');

/** Every operand but the last, unless `-t` names the target. */
export const sourcesOf = (read: ParsedArguments<Word>): readonly Word[] =>
  namedTarget(read) ? read.operands : read.operands.slice(0, -1);

export function sourcesAndTarget(read: ParsedArguments<Word>, sink: EffectSink): void {
  for (const word of sourcesOf(read)) addOperandEffect(sink, 'read', word, true);
  sayTarget(read, sink);
}

/** Gives the target, what is made in it where it is surely a folder, and what is kept of what was there. */
export function sayTarget(read: ParsedArguments<Word>, sink: EffectSink): void {
  const option = namedTarget(read);
  const [last] = read.operands.slice(-1);
  const word = option?.word ?? last;
  const target = option ? option.value : last?.literal;
  if (word !== undefined) sink.effect('write', target, word);
  const made = isFolder(read, target)
    ? sourcesOf(read).map((source) => ({ path: pathIn(target, source, has(read, '--parents')), word: source }))
    : [{ path: target, word }];
  for (const one of made) {
    if (one.path !== target) sink.effect('write', one.path, one.word);
    sayKept(read, one.path, sink);
  }
}

const FOLDER = /(?:^|\/)\.{0,2}$/;

/** Whether the target is a folder, whatever the disk says. */
const isFolder = (read: ParsedArguments<Word>, target: string | undefined): boolean =>
  !has(read, '-T', '--no-target-directory') &&
  (namedTarget(read) !== undefined || read.operands.length > 2 || FOLDER.test(target ?? '-'));

/** The path in a folder at which a source is put; undefined if it is known only at run time. */
export function pathIn(folder: string | undefined, { literal }: Word, isWhole = false): string | undefined {
  const name = isWhole ? literal : /([^/]*)\/*$/.exec(literal ?? '')?.[1];
  return folder === undefined || literal === undefined ? undefined : `${folder.replace(/\/$/, '')}/${name}`;
}

/** Gives the name under which what was there is kept; one with a number ends in a tilde. */
function sayKept(read: ParsedArguments<Word>, path: string | undefined, sink: EffectSink): void {
  const suffix = givenOf(read, '-S', '--suffix');
  if (suffix === undefined && !has(read, '-b', '--backup')) return;
  const ending = suffix === undefined || suffix.value?.includes('/') ? '~' : suffix.value;
  sink.effect('write', path === undefined || ending === undefined ? undefined : `${path}${ending}`, suffix?.word);
}
