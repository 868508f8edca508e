import { EffectRecorder, type FoundCommand, STDIN } from './effect-recorder.ts';
import type { EffectSink } from './effect-sink.ts';
import type { Assignment, Redirection, SimpleCommand, Word } from './model.ts';
import { programName } from './program-name.ts';
import { withDashes } from './programs/bare-options.ts';
import type { ProgramDeclaration } from './programs/declaration.ts';
import { argumentSyntaxOf, interpreterOf, optionsOf, PROGRAMS } from './programs/index.ts';
import { addOperandEffects, addOptionEffect } from './programs/operand-effects.ts';
import { type ParsedArguments, readWords } from './programs/parsed-arguments.ts';
import { unfold } from './unfold.ts';
import type { Walk } from './walk.ts';

const OUTPUTS = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);
const DESCRIPTOR = /^(?:\d+-?|-)$/;
/** Bash opens a connection for these; there are no such files. */
const CONNECTION = /^\/dev\/(?:tcp|udp)\/([^/]+)/;

/** Name of a file that means the same when it is expanded once more, as bash does behind `>&`. */
const ONCE = /^(?!~)[\w%+,./:@=-]+$/;

/** Variables that change no more than how something looks. */
const HARMLESS = /^(?:LANG|LC_[A-Z]+|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|CI)$/;
const PLAIN_VALUE = /^[\w.@+-]*$/;

/** Says what one simple command does, and walks on into what it runs. */
export function analysePart(walk: Walk, found: FoundCommand): void {
  const { part, index, scope } = found;
  const isRemote = part.wrappers.includes('ssh');
  const sink = new EffectRecorder(walk, found);
  for (const redirection of part.redirections) sayRedirection(redirection, sink);
  doubtAssignments(part.assignments, sink);
  if (part.words.length === 0) return;
  const name = programName(part, sink);
  if (name === undefined || isRemote) return;
  const known = PROGRAMS.get(name);
  if (known !== undefined && unfold(walk, { part, index, scope, name }, known)) return;
  if (known === undefined || isOpaque(known, part)) judgeUnknown(name, part, sink);
  else judgeKnown(part, known, sink);
}

const isOpaque = ({ opaque, onlyPrints }: ProgramDeclaration, { words }: SimpleCommand): boolean =>
  opaque !== undefined && onlyPrints?.(words.slice(1)) !== true;

function judgeUnknown(name: string, part: SimpleCommand, sink: EffectSink): void {
  const isInterpreter = interpreterOf(name) !== undefined;
  sink.effect('run', isInterpreter ? undefined : part.program, part.words[0]);
  sink.doubt({ code: isInterpreter ? 'interpreter' : 'unknown-program', name });
}

function judgeKnown(part: SimpleCommand, known: ProgramDeclaration, sink: EffectRecorder): void {
  const words = wordsOf(part, known, sink);
  const read: ParsedArguments<Word> = known.isLenient
    ? { given: [], operands: words, operandsAt: [...words.keys()], unknown: [] }
    : readWords(words, optionsOf(known), argumentSyntaxOf(known));
  const trees = known.trees ?? [];
  sink.isRecursive = trees.includes('*') || read.given.some(({ name }) => trees.includes(name));
  sink.opensTargets = known.opensTargets === true || known.opensTargets?.(read) === true;
  for (const { word } of read.unknown) sink.doubt('unknown-option', word);
  for (const given of read.given) addOptionEffect(sink, given);
  if (known.says !== undefined) known.says(read, sink);
  else sayOperands(known, read, sink);
  known.saysToo?.(read, sink);
}

/** The words behind the program; options without a dash are given theirs, and stay in doubt. */
function wordsOf(part: SimpleCommand, known: ProgramDeclaration, sink: EffectSink): readonly Word[] {
  const words = part.words.slice(1);
  const [first] = words;
  if (!known.hasBareOptions || first === undefined || first.literal?.startsWith('-')) return words;
  sink.doubt('undashed-options', first);
  return withDashes(words, optionsOf(known));
}

function sayOperands(known: ProgramDeclaration, read: ParsedArguments<Word>, sink: EffectSink): void {
  const { isLenient, otherwise } = known;
  // What looks like an option may be one.
  const words = isLenient ? read.operands.filter(({ literal }) => !literal?.startsWith('-')) : read.operands;
  addOperandEffects(known, { ...read, operands: words }, sink);
  if (otherwise !== undefined && read.operands.length === 0) sink.effect('read', otherwise);
}

function doubtAssignments(assignments: readonly Assignment[], sink: EffectSink): void {
  for (const { name, value, span } of assignments) {
    const isHarmless = HARMLESS.test(name) && value?.literal !== undefined && PLAIN_VALUE.test(value.literal);
    const word = { span, text: name, literal: name, expansions: new Set<never>(), isQuoted: false };
    if (!isHarmless) sink.doubt('assignment', word);
  }
}

function sayRedirection({ operator, descriptor, target }: Redirection, sink: EffectSink): void {
  if (target === undefined || operator === '<<<' || isDescriptor(operator, target.literal)) return;
  const literal = nameOpened(operator, target, sink);
  const host = CONNECTION.exec(literal ?? '')?.[1];
  if (operator === '<&') sink.doubt('unknown-descriptor', target);
  else if (host !== undefined) sink.effect('send', host, target);
  else {
    if (operator.startsWith('<')) sink.effect('read', literal, target);
    if (operator.includes('>') || isOutput(descriptor)) sink.effect('write', literal, target);
  }
}

/** The name of the file, unless it is expanded twice: `>&'$(program)'` runs the program. */
function nameOpened(operator: string, target: Word, sink: EffectSink): string | undefined {
  const { literal, text } = target;
  if (operator !== '>&' || (literal !== undefined && ONCE.test(literal))) return literal;
  if (/[$`]/.test(literal ?? text)) sink.doubt('unknown-shell-text', target);
  return undefined;
}

/** Whether it is where `/dev/stdout` or `/dev/stderr` leads: a file that is only read there is opened again, and emptied, by those names. */
const isOutput = (descriptor: number | undefined): boolean => descriptor === 1 || descriptor === 2;

function isDescriptor(operator: string, literal: string | undefined): boolean {
  if (literal === undefined) return false;
  return (
    OUTPUTS.has(literal) ||
    (literal === STDIN && !operator.includes('>')) ||
    (operator.endsWith('&') && DESCRIPTOR.test(literal))
  );
}
