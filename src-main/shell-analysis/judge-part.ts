import { doubtAssignments } from './assignments.ts';
import type { SimpleCommand, Word } from './model.ts';
import { nameOf } from './program-name.ts';
import type { ProgramDeclaration } from './programs/declaration.ts';
import { type ParsedArguments, readWords } from './programs/given.ts';
import { interpreterOf, mannerOf, optionsOf, PROGRAMS } from './programs/index.ts';
import { giveOperands, giveOption } from './programs/operand-effects.ts';
import { sayRedirection } from './redirections.ts';
import type { EffectSink } from './say.ts';
import { EffectRecorder, type FoundCommand } from './sayer.ts';
import { unfold } from './unfold.ts';
import type { Walk } from './walk.ts';

/** Says what one simple command does, and walks on into what it runs. */
export function judgePart(walk: Walk, found: FoundCommand): void {
  const { part } = found;
  const isRemote = part.wrappers.includes('ssh');
  const say = new EffectRecorder(walk, found);
  for (const redirection of part.redirections) sayRedirection(redirection, say);
  doubtAssignments(part.assignments, say);
  if (part.words.length === 0) return;
  const name = nameOf(part, say);
  if (name === undefined || isRemote) return;
  const known = PROGRAMS.get(name);
  if (known !== undefined && unfold(walk, { ...found, name }, known)) return;
  if (known === undefined || known.opaque !== undefined) judgeUnknown(name, part, say);
  else judgeKnown(part, known, say);
}

function judgeUnknown(name: string, part: SimpleCommand, say: EffectSink): void {
  const isInterpreter = interpreterOf(name) !== undefined;
  say.effect('run', isInterpreter ? undefined : part.program, part.words[0]);
  say.doubt({ code: isInterpreter ? 'interpreter' : 'unknown-program', name });
}

function judgeKnown(part: SimpleCommand, known: ProgramDeclaration, say: EffectRecorder): void {
  const words = part.words.slice(1);
  const read: ParsedArguments<Word> = known.isLenient
    ? { given: [], operands: words, unknown: [] }
    : readWords(words, optionsOf(known), mannerOf(known));
  const trees = known.trees ?? [];
  say.isRecursive = trees.includes('*') || read.given.some(({ name }) => trees.includes(name));
  for (const { word } of read.unknown) say.doubt('unknown-option', word);
  for (const given of read.given) giveOption(say, given);
  if (known.says !== undefined) known.says(read, say);
  else sayOperands(known, read, say);
  known.saysToo?.(read, say);
}

function sayOperands(
  { operands = '', standIns = [], isLenient, otherwise }: ProgramDeclaration,
  read: ParsedArguments<Word>,
  say: EffectSink,
): void {
  // What looks like an option may be one.
  const words = isLenient ? read.operands.filter(({ literal }) => !literal?.startsWith('-')) : read.operands;
  giveOperands(operands, standIns, { ...read, operands: words }, say);
  if (otherwise !== undefined && read.operands.length === 0) say.effect('read', otherwise);
}
