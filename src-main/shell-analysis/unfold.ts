import { EffectRecorder } from './effect-recorder.ts';
import type { EffectSink } from './effect-sink.ts';
import { withSplitText } from './env-words.ts';
import { unfoldFind } from './find.ts';
import { sayGivenNames } from './given-names.ts';
import type { Assignment, Word } from './model.ts';
import type { ProgramDeclaration, RunDeclaration } from './programs/declaration.ts';
import { optionsOf } from './programs/index.ts';
import { addOptionEffect } from './programs/operand-effects.ts';
import { has, type ParsedArguments, readWords } from './programs/parsed-arguments.ts';
import { runForEach } from './run-for-each.ts';
import { runPart, runText, runWords, type WrapperCommand } from './run-wrapped.ts';
import { unfoldShell } from './shells.ts';
import type { Walk } from './walk.ts';

/** Walks into what the part's program runs. @returns false if it is no wrapper */
export function unfold(walk: Walk, found: WrapperCommand, known: ProgramDeclaration): boolean {
  if (found.name === 'find') unfoldFind(walk, found);
  else if (known.isShell) unfoldShell(walk, found, known);
  else if (known.runs === undefined || known.question?.test(found.part.words[1]?.literal ?? '')) return false;
  else unfoldWrapper(walk, found, known, known.runs);
  return true;
}

/** The words of a wrapper, read; those in the text of `env -S` stay in doubt. */
function wrapperWords({ name, part }: WrapperCommand, known: ProgramDeclaration, sink: EffectSink) {
  const table = optionsOf(known);
  const syntax = { isInOrder: !known.runs?.isAnyOrder };
  const words = part.words.slice(1);
  const read = readWords(words, table, syntax);
  const split = name === 'env' ? withSplitText(words, read) : undefined;
  if (split === undefined) return read;
  sink.doubt('unsure-option');
  return readWords(split, table, syntax);
}

function unfoldWrapper(walk: Walk, found: WrapperCommand, known: ProgramDeclaration, runs: RunDeclaration): void {
  const sink = new EffectRecorder(walk, found);
  const read = wrapperWords(found, known, sink);
  for (const { word } of read.unknown) sink.doubt('unknown-option', word);
  for (const given of read.given) addOptionEffect(sink, given);
  if (runs.doubt !== undefined) sink.doubt(runs.doubt);
  known.saysToo?.(read, sink);
  // A dash by itself is another spelling of `env -i`.
  const isDash = found.name === 'env' && read.operands[0]?.literal === '-';
  const rest = read.operands.slice(isDash ? 1 : runs.skip);
  const { assignments, command } = splitAssignments(rest, runs.takesAssignments === true);
  const text = textOf(runs, read, command);
  if (runs.listMark !== undefined && command[0]?.literal?.startsWith(runs.listMark))
    runListed(walk, found, sink, { runs, command });
  else if (text !== undefined) runText(walk, found, text, text.literal);
  else if (command.length > 0) unfoldCommand(walk, found, { runs, read, assignments, command });
  else if (runs.alone !== undefined) sink.doubt(runs.alone);
}

/** The word with text for a shell: the value of an option, also of one behind the operands, as in `flock file -c text`. */
function textOf({ text }: RunDeclaration, { given }: ParsedArguments<Word>, [flag, behind]: readonly Word[]) {
  if (text === undefined) return undefined;
  const option = given.find(({ name }) => name === text || name === '--command');
  if (option !== undefined) return { ...option.word, literal: option.value };
  return flag?.literal === text || flag?.literal === '--command' ? behind : undefined;
}

/** Runs each word behind the mark; words of several lists, or of a file, are put together to what is not worked out. */
function runListed(
  walk: Walk,
  found: WrapperCommand,
  sink: EffectRecorder,
  { runs, command }: Pick<UnfoldedCommand, 'runs' | 'command'>,
): void {
  const { listMark = '', alone } = runs;
  const [first, ...words] = command;
  const isOneList = first?.literal === listMark && !words.some(({ literal }) => literal?.startsWith(listMark));
  if (isOneList) for (const word of words) runText(walk, found, word, word.literal);
  else if (alone !== undefined) sink.doubt(alone);
}

interface UnfoldedCommand {
  readonly runs: RunDeclaration;
  readonly read: ParsedArguments<Word>;
  readonly assignments: readonly Assignment[];
  readonly command: readonly Word[];
}

function unfoldCommand(walk: Walk, found: WrapperCommand, { runs, read, assignments, command }: UnfoldedCommand): void {
  const isJoined = runs.joins && !read.given.some(({ name }) => runs.asWords?.includes(name));
  if (runs.listMark !== undefined) runForEach(walk, found, command, has(read, '-I', '-i', '-U'));
  else if (isJoined) runWords(walk, found, found.name === 'trap' ? command.slice(0, 1) : command);
  else {
    const index = walk.found.parts.length;
    runPart(walk, found, { assignments, words: command });
    if (found.name === 'xargs') sayGivenNames(walk, { index, scope: found.scope, options: read });
  }
}

function splitAssignments(
  words: readonly Word[],
  isAllowed: boolean,
): { assignments: Assignment[]; command: readonly Word[] } {
  if (!isAllowed) return { assignments: [], command: words };
  const count = words.findIndex((word) => !/^[^=]+=/.test(word.literal ?? word.text));
  const set = count < 0 ? words : words.slice(0, count);
  const assignments = set.map((word): Assignment => {
    const [name = '', ...value] = (word.literal ?? word.text).split('=');
    return {
      span: word.span,
      name,
      value: { ...word, literal: word.literal === undefined ? undefined : value.join('=') },
    };
  });
  return { assignments, command: words.slice(set.length) };
}
