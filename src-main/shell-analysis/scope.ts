import { type DoubtCause, doubtAt, keyOfCause, type PlainCode, sentenceOf } from './doubt-sentences.ts';
import {
  beyondLimits,
  MAX_AT_ONCE,
  MAX_DOUBTS,
  MAX_LEVELS,
  MAX_PARTS,
  MAX_WORDS,
  MAX_WORK,
  NODE_WORK,
  WORK_AT_EASE,
} from './limits.ts';
import type { Doubt, Effect, EffectInFolder, EnclosingConstruct, Loop, SimpleCommand, Span } from './model.ts';

/** Position of a node in the line. */
export interface NodeScope {
  /** Text that the node's offsets index: the line, or the text of a nested shell. */
  readonly source: string;
  /** Position of nested text that differs from the line, as a span of the line. */
  readonly fixed: Span | undefined;
  readonly places: readonly EnclosingConstruct[];
  readonly wrappers: readonly string[];
  readonly statement: number;
  readonly level: number;
  /** Whether it stands behind a pipe, whose output its programs are given. */
  readonly isFed?: boolean | undefined;
  /** Index of the first part of the pipeline that it is a stage of, behind the first. */
  readonly pipelineFrom?: number | undefined;
}

/** Thrown inside this folder alone, and caught by `analyse`. */
export class BeyondLimits extends Error {
  readonly code: PlainCode;

  constructor(code: PlainCode) {
    super(sentenceOf(code));
    this.code = code;
  }
}

/** Error for a line that takes more work than the main thread allows. */
export class WorkLimitError extends BeyondLimits {}

/** Error that ends the walk with what was found so far. */
export class CountLimitError extends BeyondLimits {}

/** The first words of what has too many. */
export function firstWords<T>(all: readonly T[]): readonly T[] {
  return all.length > MAX_WORDS ? all.slice(0, MAX_WORDS) : all;
}

/** Fails if there are too many words; to be called once they are added. */
export function failBeyond(...all: readonly (readonly unknown[])[]): void {
  if (all.some(({ length }) => length > MAX_WORDS)) throw new CountLimitError('too-many-words');
}

/** Findings of a walk so far. */
export class WalkFindings {
  readonly parts: SimpleCommand[] = [];
  readonly effects: Effect[] = [];
  readonly effectsInFolders: EffectInFolder[] = [];
  readonly unknown: Doubt[] = [];
  readonly loops: Loop[] = [];
  readonly nodeTypes = new Set<string>();
  readonly errors: string[] = [];
  readonly mostUnits: number;
  readonly #deadline: number;
  readonly #mostWork: number;
  readonly #doubted = new Set<string>();
  #work = 0;
  #words = 0;

  constructor(milliseconds: number, mostUnits = MAX_AT_ONCE, mostWork = MAX_WORK) {
    this.#deadline = performance.now() + milliseconds;
    this.mostUnits = mostUnits;
    this.#mostWork = mostWork;
  }

  /** Counts a node by its length; to be called for each, because the parser reads nested text again at every level. */
  look(length: number): void {
    this.#work += NODE_WORK + length;
    if (this.#work > this.#mostWork) throw new WorkLimitError('too-tangled');
    if (this.#work > WORK_AT_EASE && performance.now() > this.#deadline) throw new BeyondLimits('too-slow');
  }

  /** Text of a nested shell has the line's limits. */
  enter(text: string): void {
    const limit = beyondLimits(text, this.mostUnits);
    if (limit !== undefined) throw new BeyondLimits(limit);
  }

  /** @returns its index */
  add(part: SimpleCommand): number {
    if (this.parts.length >= MAX_PARTS) throw new CountLimitError('too-many-parts');
    if (this.#words > MAX_WORDS) throw new CountLimitError('too-many-words');
    this.#words += part.words.length + part.redirections.length + part.assignments.length;
    return this.parts.push(part) - 1;
  }

  doubt(span: Span, cause: DoubtCause): void {
    const key = `${span.start} ${span.end} ${keyOfCause(cause)}`;
    if (this.#doubted.has(key)) return;
    this.#doubted.add(key);
    if (this.#doubted.size > MAX_DOUBTS) {
      if (this.#doubted.size === MAX_DOUBTS + 1) this.errors.push('more of it is not known than is listed');
      return;
    }
    this.unknown.push(doubtAt(span, cause));
  }
}

/** The scope of a statement of the line, by its index. */
export function ofStatement(statement: number, scope: NodeScope): NodeScope {
  const { source, fixed, places, wrappers, level, isFed } = scope;
  return { source, fixed, places, wrappers, statement, level, isFed };
}

export function spanIn(scope: NodeScope, node: { readonly pos: number; readonly end: number }): Span {
  return scope.fixed ?? { start: node.pos, end: node.end };
}

export function inside(scope: NodeScope, ...places: readonly EnclosingConstruct[]): NodeScope {
  const level = scope.level + 1;
  if (level > MAX_LEVELS) throw new BeyondLimits('too-deep');
  const { source, fixed, wrappers, statement, isFed } = scope;
  return { source, fixed, places: [...scope.places, ...places], wrappers, statement, level, isFed };
}
