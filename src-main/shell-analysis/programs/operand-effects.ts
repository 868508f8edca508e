import type { EffectKind, Word } from '../model.ts';
import type { EffectSink } from '../say.ts';
import { givenOf, has, type ParsedArguments } from './given.ts';
import { operandKinds } from './operand-kinds.ts';
import type { GivenOption } from './read-arguments.ts';

/** Effect of each kind of value or operand; kinds without an entry name nothing. */
const EFFECTS: Readonly<Record<string, EffectKind>> = {
  read: 'read',
  see: 'read',
  folder: 'read',
  disk: 'read',
  input: 'read',
  write: 'write',
  delete: 'delete',
  send: 'send',
};

/** A single dash is the input or the output. */
export function give(say: EffectSink, kind: string, word: Word): void {
  if (kind === 'unsure') say.doubt('unsure-operand', word);
  const effect = EFFECTS[kind];
  if (effect !== undefined && word.literal !== '-') say.effect(effect, word.literal, word);
}

export function giveOption(say: EffectSink, { option, value, word }: GivenOption<Word>): void {
  const effect = EFFECTS[option.kind];
  if (option.grades.has('unsure')) say.doubt('unsure-option', word);
  else if (effect !== undefined && value !== '-') say.effect(effect, value, word);
}

/** Copies: every operand but the last is a source, unless `-t` names the target. */
export function sourcesAndTarget(read: ParsedArguments<Word>, say: EffectSink): void {
  const target = givenOf(read, '-t', '--target-directory');
  const sources = target ? read.operands : read.operands.slice(0, -1);
  for (const word of sources) give(say, 'read', word);
  sayTarget(read, say);
}

export function sayTarget(read: ParsedArguments<Word>, say: EffectSink): void {
  const target = givenOf(read, '-t', '--target-directory');
  if (target) say.effect('write', target.value, target.word);
  else for (const word of read.operands.slice(-1)) give(say, 'write', word);
}

/** Gives a kind only to the first operands. */
export const firstOnly =
  (kind: string, count = 1) =>
  (read: ParsedArguments<Word>, say: EffectSink): void => {
    for (const word of read.operands.slice(0, count)) give(say, kind, word);
  };

/** The first operand is a host or a file of that name, whatever it is. */
export const firstNames =
  (kind: EffectKind) =>
  (read: ParsedArguments<Word>, say: EffectSink): void => {
    for (const word of read.operands.slice(0, 1)) say.effect(kind, word.literal, word);
  };

/** Kinds of the operands in order; what stands behind the last known one is like that one. */
export function giveOperands(
  kinds: string,
  standIns: readonly string[],
  read: ParsedArguments<Word>,
  say: EffectSink,
): void {
  const known = operandKinds(kinds);
  const expected = has(read, ...standIns) ? known.slice(1) : known;
  for (const [index, word] of read.operands.entries())
    give(say, (expected[index] ?? expected.at(-1))?.kind ?? 'text', word);
}
