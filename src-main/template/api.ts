import type { TemplateTree } from './nodes.ts';
import type { TemplateFunction, TemplateValue } from './values.ts';

/** Go's option `missingkey`. */
export type MissingKey = 'default' | 'invalid' | 'zero' | 'error';

export interface TemplateExecuteOptions {
  readonly missingKey?: MissingKey | undefined;
  /** Looked up when it runs; a template is parsed against their names alone. */
  readonly functions?: ReadonlyMap<string, TemplateFunction> | undefined;
  /** Deadline by `performance.now()`; checked after a number of steps. */
  readonly deadline?: number | undefined;
  /** Fails with limit `time` after this many steps, whatever the clock says: bytes that are written or built count, too. */
  readonly maxSteps?: number | undefined;
  /** Fails with limit `time` before more nodes than this are compiled, which is done when a template is first executed. */
  readonly maxCompiled?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Nested template calls; 100,000 if absent. */
  readonly maxDepth?: number | undefined;
  /** Most output in UTF-16 units; 16 MiB if absent. */
  readonly maxOutput?: number | undefined;
  /** Whether to note the origin of every piece of the output; costs nothing otherwise. */
  readonly spans?: boolean | undefined;
  /**
   * A field of an object that lacks it is an error with `missing` set, but in a condition: anywhere in the pipeline of `if`, `with`,
   * `range`, or an operand of `and`, `or`, `not`, where it is nil.
   */
  readonly refusesMissing?: boolean | undefined;
}

/** One piece of the template that writes: a text, or an action. */
export interface SpanPlace {
  readonly kind: 'text' | 'value' | 'call';
  readonly template: string;
  /** UTF-16 units of that template's text. */
  readonly offset: number;
  readonly end: number;
}

export interface RenderResult {
  readonly output: string;
  readonly spans?: Spans | undefined;
}

/** Pieces of the output in order, without gaps: three numbers a piece. */
export interface Spans {
  readonly places: readonly SpanPlace[];
  /** Paths from the root: `pathReader` gives them as texts, `vscode.frameworks[1]`. */
  readonly paths: PathTable;
  /**
   * Its end (UTF-16 units of the output), index in `places`, and where the value came from: its path in `paths`; -1: from nowhere;
   * from -2 down: the call whose result it is, -2 the one that was started first.
   */
  readonly pieces: Int32Array | readonly number[];
}

/**
 * Paths as numbers, from which texts are made on demand; it can be sent to another thread. The same path may appear in
 * it twice.
 */
export interface PathTable {
  /** Two numbers a path: that of the path it goes on from, and its key: an index, or one of `names` or `keys`. The first is the root. */
  readonly entries: Int32Array | readonly number[];
  /** Fields as the texts have them, of all that may be met. */
  readonly names: readonly string[];
  /** Keys as the data has them. */
  readonly keys: readonly string[];
}

/** Templates that can call each other, parsed from one or more texts. */
export interface TemplateSet {
  /**
   * Parses a text as the template of this name, with all it defines; what replaces what is as in Go.
   * @throws TemplateError of class `parse`; the set is as it was before then
   */
  parse(name: string, text: string): void;
  /** The trees by name, blank ones included. */
  readonly trees: ReadonlyMap<string, TemplateTree>;
  /** Gives a promise only where a function that may wait is called, or the calls nest very deeply. @throws TemplateError, or rejects with it */
  execute(name: string, data: TemplateValue, options?: TemplateExecuteOptions): RenderResult | Promise<RenderResult>;
}

export interface TemplateSetOptions {
  /** Names that may be called beside the built-in ones. */
  readonly functions?: Iterable<string> | undefined;
  /** Called for each call of any other name, in the order of the texts; without it such a call is an error. */
  readonly onUnknown?: ((called: NamedPlace) => void) | undefined;
}

/** A name that stands in a template's text. */
export interface NamedPlace {
  readonly name: string;
  /** UTF-16 units of the text; of a call it is the `place` that the function is told. */
  readonly offset: number;
  readonly end: number;
}
