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

/** Gives the target, what is made in it where it is a folder, and what is kept of what was there. */
export function sayTarget(read: ParsedArguments<Word>, sink: EffectSink): void {
  const option = namedTarget(read);
  const [last] = read.operands.slice(-1);
  const word = option?.word ?? last;
  const target = option ? option.value : last?.literal;
  if (word !== undefined) sink.effect('write', target, word);
  const isSure = isFolder(read, target);
  if (!isSure) sayKept(read, target, sink);
  if (!has(read, ...NO_FOLDER)) sayMade(read, { target, isSure }, sink);
}

/** Gives what is made in a target; in one that is not surely a folder, only if the disk says that it is one. */
function sayMade(
  read: ParsedArguments<Word>,
  { target, isSure }: { readonly target: string | undefined; readonly isSure: boolean },
  sink: EffectSink,
): void {
  const ifFolder = isSure ? undefined : target;
  for (const source of sourcesOf(read)) {
    const path = pathIn(target, source, has(read, '--parents'));
    if (path !== target) sink.effect('write', path, source, ifFolder);
    if (isSure || path !== target) sayKept(read, path, sink, ifFolder);
  }
}

/** Gives a target that is not named by an option, and what is put in it if it is a folder. */
export function sayInTarget(word: Word, sources: readonly Word[], sink: EffectSink): void {
  const target = word.literal;
  addOperandEffect(sink, 'write', word);
  if (target === undefined) return;
  for (const source of sources) {
    // The content of a folder with a slash behind it is put there, under its own names.
    const name = /[^/:]+$/.exec(source.literal ?? '')?.[0];
    if (source.literal === undefined) sink.effect('write', undefined, source, target);
    else if (name !== undefined) sink.effect('write', `${target.replace(/\/$/, '')}/${name}`, source, target);
  }
}

const FOLDER = /(?:^|\/)\.{0,2}$/;

const NO_FOLDER = ['-T', '--no-target-directory'];

/** Whether the target is a folder, whatever the disk says. */
const isFolder = (read: ParsedArguments<Word>, target: string | undefined): boolean =>
  !has(read, ...NO_FOLDER) &&
  (namedTarget(read) !== undefined || read.operands.length > 2 || FOLDER.test(target ?? '-'));

/** Gives the files that links lead to: what a symbolic one says is looked up in the folder that it lies in. */
export function sayLinked(read: ParsedArguments<Word>, sources: readonly Word[], sink: EffectSink): void {
  const isSymbolic = has(read, '-s', '--symbolic') && !has(read, '-r', '--relative');
  const target = targetOfLink(read);
  for (const source of sources) {
    const isFound = isSymbolic && source.literal !== undefined && !source.literal.startsWith('/');
    if (!isFound) addOperandEffect(sink, 'read', source, true);
    else if (isFolder(read, target)) sink.effect('read', pathIn(target, source, true), source);
    else sayBeside(read, { source, target }, sink);
  }
}

function targetOfLink(read: ParsedArguments<Word>): string | undefined {
  const option = namedTarget(read);
  if (option) return option.value;
  return read.operands.length > 1 ? read.operands.at(-1)?.literal : '.';
}

/** Gives the file beside a target, and the one in it where the disk says that it is a folder. */
function sayBeside(
  read: ParsedArguments<Word>,
  { source, target }: { readonly source: Word; readonly target: string | undefined },
  sink: EffectSink,
): void {
  const folder = target?.slice(0, target.lastIndexOf('/') + 1);
  sink.effect('read', folder === undefined ? undefined : `${folder}${source.literal}`, source);
  if (!has(read, ...NO_FOLDER)) sink.effect('read', pathIn(target, source, true), source, target);
}

/** The path in a folder at which a source is put; undefined if it is known only at run time. */
export function pathIn(folder: string | undefined, { literal }: Word, isWhole = false): string | undefined {
  const name = isWhole ? literal : /([^/]*)\/*$/.exec(literal ?? '')?.[1];
  return folder === undefined || literal === undefined ? undefined : `${folder.replace(/\/$/, '')}/${name}`;
}

/** Gives what was there, and the name under which it is kept; one with a number ends in a tilde. */
function sayKept(read: ParsedArguments<Word>, path: string | undefined, sink: EffectSink, ifFolder?: string): void {
  const suffix = givenOf(read, '-S', '--suffix');
  if (suffix === undefined && !has(read, '-b', '--backup')) return;
  sink.effect('read', path, suffix?.word, ifFolder);
  const ending = suffix === undefined || suffix.value?.includes('/') ? '~' : suffix.value;
  sink.effect(
    'write',
    path === undefined || ending === undefined ? undefined : `${path}${ending}`,
    suffix?.word,
    ifFolder,
  );
}
