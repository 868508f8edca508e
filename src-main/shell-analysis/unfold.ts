import { unfoldFind } from './find.ts';
import type { Assignment, Word } from './model.ts';
import { type Read, readOptions } from './options.ts';
import type { Say } from './program.ts';
import { type Named, runPart, runText, runWords } from './running.ts';
import { Sayer } from './sayer.ts';
import { unfoldShell } from './shells.ts';
import type { Walk } from './walk.ts';
import { SHELLS, WRAPPERS, type Wrapper } from './wrapper-table.ts';

/** Walks into what the part's program runs. @returns false when it is no wrapper */
export function unfold(walk: Walk, found: Named): boolean {
  if (found.name === 'find') unfoldFind(walk, found);
  else if (SHELLS.has(found.name)) unfoldShell(walk, found);
  else {
    const known = WRAPPERS.get(found.name);
    if (known === undefined || isQuestion(found)) return false;
    unfoldWrapper(walk, found, known);
  }
  return true;
}

/** `command -v name` says where a program is. */
function isQuestion({ name, part }: Named): boolean {
  return name === 'command' && /^-[pvV]*[vV]/.test(part.words[1]?.literal ?? '');
}

function unfoldWrapper(walk: Walk, found: Named, known: Wrapper): void {
  const words = found.part.words.slice(1);
  const read = readOptions(words, known.options);
  const say = new Sayer(walk, found);
  sayGiven(read, known, say);
  // A dash by itself is another spelling of `env -i`.
  const isDash = found.name === 'env' && read.operands[0]?.literal === '-';
  const rest = read.operands.slice(isDash ? 1 : known.skip);
  const { assignments, command } = splitAssignments(rest, known.takesAssignments);
  const text =
    known.text === undefined ? undefined : read.given.find(({ name }) => name === known.text || name === '--command');
  if (text !== undefined) runText(walk, found, text.word, text.value);
  else if (command.length > 0) runCommand(walk, found, { known, read, assignments, command });
  else if (known.alone !== undefined) say.doubt(known.alone);
}

interface Command {
  readonly known: Wrapper;
  readonly read: Read;
  readonly assignments: readonly Assignment[];
  readonly command: readonly Word[];
}

function runCommand(walk: Walk, found: Named, { known, read, assignments, command }: Command): void {
  const isJoined = known.joins && !read.given.some(({ name }) => known.asWords.includes(name));
  if (isJoined) runWords(walk, found, found.name === 'trap' ? command.slice(0, 1) : command);
  else runPart(walk, found, { assignments, words: command });
}

function sayGiven(read: Read, known: Wrapper, say: Say): void {
  for (const word of read.unknown) say.doubt('unknown-option', word);
  for (const { name, value, word } of read.given) {
    const role = known.roles[name] ?? 'text';
    if (role === 'unsure') say.doubt('unsure-option', word);
    else if (role !== 'text') say.effect(role, value, word);
  }
  if (known.doubt !== undefined) say.doubt(known.doubt);
  known.also?.(read, say);
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
