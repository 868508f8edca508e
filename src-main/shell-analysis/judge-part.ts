import { doubtAssignments } from './assignments.ts';
import type { Part } from './model.ts';
import { type Read, readOptions } from './options.ts';
import { give, type Program, type Say } from './program.ts';
import { nameOf } from './program-name.ts';
import { sayRedirection } from './redirections.ts';
import { type Found, Sayer } from './sayer.ts';
import { BUILTINS } from './table-builtins.ts';
import { interpreterOf } from './table-interpreters.ts';
import { NETWORK } from './table-network.ts';
import { READERS } from './table-readers.ts';
import { TEXT_READERS } from './table-text-readers.ts';
import { WRITERS } from './table-writers.ts';
import { unfold } from './unfold.ts';
import type { Walk } from './walk.ts';

const TABLE: ReadonlyMap<string, Program> = new Map(
  [BUILTINS, READERS, TEXT_READERS, WRITERS, NETWORK].flatMap((table) => Object.entries(table)),
);

/** Says what one simple command does, and walks on into what it runs. */
export function judgePart(walk: Walk, found: Found): void {
  const { part } = found;
  const isRemote = part.wrappers.includes('ssh');
  const say = new Sayer(walk, found);
  for (const redirection of part.redirections) sayRedirection(redirection, say);
  doubtAssignments(part.assignments, say);
  if (part.words.length === 0) return;
  const name = nameOf(part, say);
  if (name === undefined || isRemote) return;
  if (unfold(walk, { ...found, name })) return;
  const known = TABLE.get(name);
  if (known) judgeKnown(part, known, say);
  else judgeUnknown(name, part, say);
}

function judgeUnknown(name: string, part: Part, say: Say): void {
  const isInterpreter = interpreterOf(name) !== undefined;
  say.effect('run', isInterpreter ? undefined : part.program, part.words[0]);
  say.doubt({ code: isInterpreter ? 'interpreter' : 'unknown-program', name });
}

function judgeKnown(part: Part, known: Program, say: Sayer): void {
  const words = part.words.slice(1);
  const read: Read = known.isLenient
    ? { given: [], operands: words, unknown: [], firstOperand: 0 }
    : readOptions(words, known.options);
  say.isRecursive = known.recursive.includes('*') || read.given.some(({ name }) => known.recursive.includes(name));
  for (const word of read.unknown) say.doubt('unknown-option', word);
  for (const { name, value, word } of read.given) {
    const role = known.roles[name] ?? 'text';
    if (role === 'unsure') say.doubt('unsure-option', word);
    else if (role !== 'text' && value !== '-') say.effect(role, value, word);
  }
  sayOperands(known, read, say);
  known.also?.(read, say);
}

function sayOperands(known: Program, read: Read, say: Say): void {
  const { operands } = known;
  if (typeof operands === 'function') operands(read, say);
  else {
    for (const word of read.operands) {
      if (!known.isLenient || !word.literal?.startsWith('-')) give(say, operands, word);
    }
  }
  if (known.otherwise !== undefined && read.operands.length === 0) say.effect('read', known.otherwise);
}
