import { doubtAssignments } from './assignments.ts';
import { EffectRecorder, type FoundCommand } from './effect-recorder.ts';
import type { EffectSink } from './effect-sink.ts';
import type { SimpleCommand, Word } from './model.ts';
import { nameOf } from './program-name.ts';
import type { ProgramDeclaration } from './programs/declaration.ts';
import { interpreterOf, mannerOf, optionsOf, PROGRAMS } from './programs/index.ts';
import { giveOperands, giveOption } from './programs/operand-effects.ts';
import { type ParsedArguments, readWords } from './programs/parsed-arguments.ts';
import { sayRedirection } from './redirections.ts';
import { unfold } from './unfold.ts';
import type { Walk } from './walk.ts';

/** Says what one simple command does, and walks on into what it runs. */
export function judgePart(walk: Walk, found: FoundCommand): void {
  const { part } = found;
  const isRemote = part.wrappers.includes('ssh');
  const sink = new EffectRecorder(walk, found);
  for (const redirection of part.redirections) sayRedirection(redirection, sink);
  doubtAssignments(part.assignments, sink);
  if (part.words.length === 0) return;
  const name = nameOf(part, sink);
  if (name === undefined || isRemote) return;
  const known = PROGRAMS.get(name);
  if (known !== undefined && unfold(walk, { ...found, name }, known)) return;
  if (known === undefined || known.opaque !== undefined) judgeUnknown(name, part, sink);
  else judgeKnown(part, known, sink);
}

function judgeUnknown(name: string, part: SimpleCommand, sink: EffectSink): void {
  const isInterpreter = interpreterOf(name) !== undefined;
  sink.effect('run', isInterpreter ? undefined : part.program, part.words[0]);
  sink.doubt({ code: isInterpreter ? 'interpreter' : 'unknown-program', name });
}

function judgeKnown(part: SimpleCommand, known: ProgramDeclaration, sink: EffectRecorder): void {
  const words = part.words.slice(1);
  const read: ParsedArguments<Word> = known.isLenient
    ? { given: [], operands: words, unknown: [] }
    : readWords(words, optionsOf(known), mannerOf(known));
  const trees = known.trees ?? [];
  sink.isRecursive = trees.includes('*') || read.given.some(({ name }) => trees.includes(name));
  for (const { word } of read.unknown) sink.doubt('unknown-option', word);
  for (const given of read.given) giveOption(sink, given);
  if (known.says !== undefined) known.says(read, sink);
  else sayOperands(known, read, sink);
  known.saysToo?.(read, sink);
}

function sayOperands(
  { operands = '', standIns = [], isLenient, otherwise }: ProgramDeclaration,
  read: ParsedArguments<Word>,
  sink: EffectSink,
): void {
  // What looks like an option may be one.
  const words = isLenient ? read.operands.filter(({ literal }) => !literal?.startsWith('-')) : read.operands;
  giveOperands(operands, standIns, { ...read, operands: words }, sink);
  if (otherwise !== undefined && read.operands.length === 0) sink.effect('read', otherwise);
}
