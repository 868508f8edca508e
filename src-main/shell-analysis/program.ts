import type { DoubtCause } from './doubt-sentences.ts';
import type { EffectKind, Word } from './model.ts';
import { type Options, options, type Read } from './options.ts';

/**
 * What a word names: something that is read, written, deleted, sent to or run; `text` for what names nothing; `unsure` for what
 * makes the whole unknown.
 */
export type Role = EffectKind | 'text' | 'unsure';

/** Where a table's entry says what it found. */
export interface Say {
  effect(kind: EffectKind, target: string | undefined, word?: Word): void;
  doubt(cause: DoubtCause, word?: Word): void;
}

export interface Program {
  readonly options: Options;
  /** By name, such as `-o`; of those that are not here: `text`. */
  readonly roles: Readonly<Record<string, Role>>;
  /** Options that mean whole trees of folders. */
  readonly recursive: readonly string[];
  /** Of each operand, or all of them at once. */
  readonly operands: Role | ((read: Read, say: Say) => void);
  /** What is read when no operand is given: `.` for those that list a folder. */
  readonly otherwise: string | undefined;
  /** What the options and operands do not say. */
  readonly also: ((read: Read, say: Say) => void) | undefined;
  /** Whether words that look like unknown options are operands, as of `echo`. */
  readonly isLenient: boolean;
}

type Given = Partial<Omit<Program, 'options'>>;

export function program(known: Options, given: Given = {}): Program {
  return {
    options: known,
    roles: {},
    recursive: [],
    operands: 'text',
    otherwise: undefined,
    also: undefined,
    isLenient: false,
    ...given,
  };
}

/** `short`: letters that take no value, then after a colon those that do. */
export function gnu(short: string, long: string, given: Given = {}, more: Partial<Options> = {}): Program {
  const [flags = '', valued = ''] = short.split(':');
  return program(options(flags, valued, `help version ${long}`, more), given);
}

export const has = (read: Read, ...names: readonly string[]) => read.given.some(({ name }) => names.includes(name));
export const givenOf = (read: Read, ...names: readonly string[]) => read.given.find(({ name }) => names.includes(name));

/** All operands but the first have a role, the first is text unless an option stands for it. */
export function afterFirst(role: Role, ...standIns: readonly string[]) {
  return (read: Read, say: Say): void => {
    const rest = has(read, ...standIns) ? read.operands : read.operands.slice(1);
    for (const word of rest) give(say, role, word);
  };
}

/** Copies: every operand but the last is a source, unless `-t` names the target. */
export function sourcesAndTarget(source: EffectKind, ...targetOptions: readonly string[]) {
  return (read: Read, say: Say): void => {
    const target = givenOf(read, ...targetOptions);
    const sources = target ? read.operands : read.operands.slice(0, -1);
    for (const word of sources) give(say, source, word);
    if (target) say.effect('write', target.value, target.word);
    else for (const word of read.operands.slice(-1)) give(say, 'write', word);
  };
}

export function give(say: Say, role: Role, word: Word): void {
  if (role === 'text') return;
  if (role === 'unsure') say.doubt('unsure-operand', word);
  // A single dash is the input or the output.
  else if (word.literal !== '-') say.effect(role, word.literal, word);
}

/** `program [from [to]]`. */
export function secondWrites(read: Read, say: Say): void {
  for (const [index, word] of read.operands.entries()) give(say, index === 0 ? 'read' : 'write', word);
}
