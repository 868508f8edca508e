import type { RenderedMessage, RenderedPrompt, TemplatePlace, UsedVariable } from '#contract';
import { pathReader, type SpanPlace, type Spans } from '#template';
import { hasPrompt } from '../records/read-prompt.ts';
import { messageIndex } from '../registry/compile.ts';
import { resolveVariablePath } from '../registry/context.ts';
import type { TablePrompt } from '../registry/tables.ts';
import { variableAt } from '../registry/variables.ts';
import type { PreparedArgs } from './arguments.ts';
import { cutEnd, cutJson, cutText } from './cut.ts';
import { type ExecutionResult, PIECE_WIDTH } from './execute-texts.ts';
import type { Execution } from './execution-model.ts';
import { partsOfPath } from './paths.ts';

export interface TraceInput {
  readonly prompt: Pick<TablePrompt, 'record' | 'texts'>;
  readonly execution: Execution;
  readonly executed: ExecutionResult;
  readonly prepared: PreparedArgs;
  readonly warnings: readonly string[];
  /** Dotted paths that the text names, beside those whose values were written. */
  readonly references: Iterable<string>;
  readonly durationMs: number;
}

const MAX_VARIABLES = 2000;
const MAX_SOURCE = 400;

/** Builds the rendered prompt, with the origin of each piece. */
export function renderedPrompt(traced: TraceInput): RenderedPrompt {
  const { prompt, executed, execution, prepared, warnings, durationMs } = traced;
  const places = new PlaceIndex(traced);
  const messages: RenderedMessage[] = executed.outputs.map(({ output, spans }, index) => ({
    role: prompt.texts[index]?.role ?? 'user',
    content: output,
    pieces: spans ? places.pieces(spans, executed.callsBefore[index] ?? 0) : [],
  }));
  const isTraced = execution.isTraced;
  return {
    kind: hasPrompt(prompt.record) ? 'prompt' : 'messages',
    messages,
    places: places.all,
    paths: places.paths,
    calls: execution.calls.traces(),
    variables: isTraced ? tracedVariables(traced, places.paths) : [],
    args: isTraced ? JSON.stringify(prepared.args) : '{}',
    warnings: [...warnings],
    durationMs,
  };
}

/** Described places by the places of a program, which is executed repeatedly: the list only grows. */
const describedPlaces = new WeakMap<readonly SpanPlace[], TemplatePlace[]>();

class PlaceIndex {
  readonly all: TemplatePlace[] = [];
  readonly paths: string[] = [];
  readonly #traced: TraceInput;
  /** Messages of one program share its places. */
  readonly #placeIndex = new Map<readonly SpanPlace[], number[]>();
  readonly #lines: TextLines[] = [];
  readonly #pathIndex = new Map<string, number>();

  constructor(traced: TraceInput) {
    this.#traced = traced;
  }

  /** The five numbers of each piece, with indices into the lists of the whole rendering. */
  pieces(spans: Spans, callsBefore: number): number[] {
    const { pieces, places, paths } = spans;
    const read = pathReader(paths);
    const known = listFor(this.#placeIndex, places);
    const told: number[] = [];
    const result: number[] = [];
    let start = 0;
    const number = (at: number) => pieces[at] ?? -1;
    for (let at = 0; at < pieces.length; at += PIECE_WIDTH) {
      const end = number(at);
      const place = number(at + 1);
      const origin = number(at + 2);
      if (place >= 0) known[place] ??= this.#place(places, place);
      if (origin >= 0) told[origin] ??= this.#path(read(origin));
      result.push(start, end, known[place] ?? -1, told[origin] ?? -1, origin < -1 ? callsBefore - 2 - origin : -1);
      start = end;
    }
    return result;
  }

  #place(places: readonly SpanPlace[], at: number): number {
    const place = places[at];
    if (!place) return -1;
    const described = listFor(describedPlaces, places);
    described[at] ??= this.#describe(place);
    return this.all.push(described[at]) - 1;
  }

  #describe({ kind, template, offset, end }: SpanPlace): TemplatePlace {
    const message = messageIndex(template, this.#traced.prompt.texts);
    const text = this.#traced.prompt.texts[message]?.text ?? '';
    const lines = this.#linesOf(message, text);
    const { line, column } = lines.at(offset);
    const { line: endLine, column: endColumn } = lines.at(end);
    const source = cutEnd(text.slice(offset, Math.min(end, offset + MAX_SOURCE + 1)), MAX_SOURCE);
    return { kind, message, line, column, endLine, endColumn, source };
  }

  #linesOf(message: number, text: string): TextLines {
    const lines = this.#lines[message] ?? new TextLines(text);
    this.#lines[message] = lines;
    return lines;
  }

  #path(path: string | undefined): number {
    if (path === undefined) return -1;
    const known = this.#pathIndex.get(path);
    if (known !== undefined) return known;
    const index = this.paths.push(path) - 1;
    this.#pathIndex.set(path, index);
    return index;
  }
}

function listFor<Key, Value>(
  lists: { get(key: Key): Value[] | undefined; set(key: Key, list: Value[]): unknown },
  key: Key,
) {
  const known = lists.get(key);
  if (known) return known;
  const list: Value[] = [];
  lists.set(key, list);
  return list;
}

/** Each variable and argument that was written, or that the text names, in the order in which they are met. */
function tracedVariables(traced: TraceInput, paths: readonly string[]): UsedVariable[] {
  const used = new Map<string, UsedVariable>();
  for (const path of [...paths, ...traced.references]) {
    if (used.size >= MAX_VARIABLES) break;
    const variable = tracedVariable(traced, partsOfPath(path));
    if (variable && !used.has(variable.id)) used.set(variable.id, variable);
  }
  return [...used.values()];
}

function tracedVariable(traced: TraceInput, parts: readonly string[]): UsedVariable | undefined {
  const { variables } = traced.execution;
  const { args, defaulted } = traced.prepared;
  const [first, second] = parts;
  if (first === undefined) return undefined;
  if (first === 'args') {
    if (second === undefined || !Object.hasOwn(args, second)) return undefined;
    const { text, bytes } = cutJson(args[second]);
    return { id: `args.${second}`, source: defaulted.has(second) ? 'default' : 'args', value: text, bytes };
  }
  const variable = variableAt(variables.byId, parts);
  const readAt = Math.max(0, Math.round(variables.readAt));
  if (variable) {
    const { text, bytes } = cutText(variable.text);
    return { id: variable.id, source: variable.source, key: variable.key, readAt, value: text, bytes };
  }
  return group(traced, parts, readAt);
}

/** A name that has no key of its own, such as `vscode` of `vscode.rules`. */
function group({ execution }: TraceInput, parts: readonly string[], readAt: number): UsedVariable | undefined {
  const found = resolveVariablePath(execution.variables.context, parts);
  const id = parts.join('.');
  if (parts.some((part) => part.includes('.'))) return undefined;
  const inner = [...execution.variables.byId.values()].find((variable) => variable.id.startsWith(`${id}.`));
  if (!found || !inner) return undefined;
  const { text, bytes } = cutJson(found.value);
  return { id, source: inner.source, readAt, value: text, bytes };
}

/** Lines and columns of a text for many places of it, most of them one behind the other. */
class TextLines {
  readonly #starts: number[] = [0];
  #latest = 0;

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** Line and column of an offset, counted from 1, in UTF-16 units. */
  at(offset: number): { readonly line: number; readonly column: number } {
    const start = (line: number) => this.#starts[line] ?? Number.POSITIVE_INFINITY;
    if (start(this.#latest) > offset) this.#latest = 0;
    while (start(this.#latest + 1) <= offset) this.#latest += 1;
    return { line: this.#latest + 1, column: offset - start(this.#latest) + 1 };
  }
}
