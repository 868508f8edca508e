import type { EffectSink } from '../effect-sink.ts';
import type { EffectKind, Word } from '../model.ts';
import type { ProgramDeclaration } from './declaration.ts';
import { operandKinds } from './operand-kinds.ts';
import { has, type ParsedArguments } from './parsed-arguments.ts';
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

/** A single dash is the input or the output, and a file only where `namesDash` says so, or where it is deleted. */
export function addOperandEffect(sink: EffectSink, kind: string, word: Word, namesDash = false): void {
  if (kind === 'unsure') sink.doubt('unsure-operand', word);
  const effect = EFFECTS[kind];
  const isStream = word.literal === '-' && !namesDash && effect !== 'delete';
  if (effect !== undefined && !isStream) sink.effect(effect, word.literal, word);
}

export function addOptionEffect(sink: EffectSink, { option, value, word }: GivenOption<Word>): void {
  const effect = EFFECTS[option.kind];
  if (option.grades.has('unsure')) sink.doubt('unsure-option', word);
  else if (effect !== undefined && value !== '-') sink.effect(effect, value, word);
}

/** Gives a kind only to the first operands. */
export const firstOnly =
  (kind: string, count = 1) =>
  (read: ParsedArguments<Word>, sink: EffectSink): void => {
    for (const word of read.operands.slice(0, count)) addOperandEffect(sink, kind, word);
  };

/** Gives the first operand an effect of the kind, as the name of a host or a file. */
export const firstNames =
  (kind: EffectKind) =>
  (read: ParsedArguments<Word>, sink: EffectSink): void => {
    for (const word of read.operands.slice(0, 1)) sink.effect(kind, word.literal, word);
  };

/** Kinds of the operands in order; what stands behind the last known one is like that one. */
export function addOperandEffects(
  { operands = '', standIns = [], namesDash }: ProgramDeclaration,
  read: ParsedArguments<Word>,
  sink: EffectSink,
): void {
  const known = operandKinds(operands);
  const expected = has(read, ...standIns) ? known.slice(1) : known;
  for (const [index, word] of read.operands.entries())
    addOperandEffect(sink, (expected[index] ?? expected.at(-1))?.kind ?? 'text', word, namesDash);
}
