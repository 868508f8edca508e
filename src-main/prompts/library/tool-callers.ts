import type { RecordedResult } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import { raceAbort } from '#core/async/abort';
import { EMPTY, type TemplateValue } from '#template';
import type { LoadedTool, ToolCaller, ToolCallOutcome } from '../ports.ts';
import { shownInteger } from '../render/cut.ts';
import { toJson, valueFromJson } from './exact-numbers.ts';

export type PromptToolCaller = Pick<ToolCaller, 'call'>;

/** Calls through `caller`, and remembers what came of it, in order of the calls. */
export function recordingCaller(
  caller: PromptToolCaller,
): PromptToolCaller & { readonly calls: () => RecordedResult[] } {
  const calls: (RecordedResult | undefined)[] = [];
  return {
    call: async (tool, args, options) => {
      const at = calls.push(undefined) - 1;
      const outcome = await caller.call(tool, args, options);
      calls[at] = { name: tool.callable, arguments: plainJson(outcome.arguments), ...toJson(outcome.value) };
      return outcome;
    },
    calls: () => calls.filter((call) => call !== undefined),
  };
}

/** Calls nothing: gives what was recorded; what was not is empty. */
export function replayingCaller(recorded: readonly RecordedResult[]): PromptToolCaller {
  const unused = [...recorded];
  return {
    call: async (tool, args) => {
      const found = likest(
        unused.filter(({ name }) => name === tool.callable),
        tool,
        args,
      );
      if (!found) return noResult(args, 'It was not called when this was recorded');
      unused.splice(unused.indexOf(found), 1);
      const known = { arguments: found.arguments, request: 'as recorded' };
      const value = valueFromJson(found);
      return { ...known, outcome: value === EMPTY ? 'empty' : 'value', value };
    },
  };
}

export interface RecentCallsOptions {
  readonly caller: PromptToolCaller;
  /** Ends the calls that still run. */
  readonly closing: AbortSignal;
  readonly keptMs?: number | undefined;
  readonly now?: (() => number) | undefined;
}

/** Milliseconds for which what a tool gave is used again, for which it is not called again after it failed, and in which it must answer. */
const KEPT_MS = 30_000;
const FAILED_MS = 5000;
const LIMIT_MS = 10_000;
/** Most calls that are remembered. */
const MAX_CALLS = 200;

interface RecentCall {
  readonly at: number;
  hasFailed: boolean;
  readonly outcome: Promise<ToolCallOutcome>;
}

/**
 * Recent results of tools, by tool and arguments, so that writing a template does not call them at every key. A call
 * continues after the rendering that asked for it is over: the next one then has its result.
 */
export class RecentCalls {
  readonly #options: RecentCallsOptions;
  readonly #calls = new Map<string, RecentCall>();

  constructor(options: RecentCallsOptions) {
    this.#options = options;
  }

  /** `mayCall`: whether what is not remembered is called; else it is empty. */
  caller(mayCall: boolean): PromptToolCaller {
    return {
      call: (tool, args, options) => {
        const key = callKey(tool, args);
        const recent = this.#recent(key) ?? (mayCall ? this.#begin(key, tool, args) : undefined);
        if (!recent) return Promise.resolve(noResult(args, 'Not called: this preview calls no tools'));
        return orAborted(recent.outcome, args, options.signal);
      },
    };
  }

  #recent(key: string): RecentCall | undefined {
    const recent = this.#calls.get(key);
    const { keptMs = KEPT_MS } = this.#options;
    const limitMs = recent?.hasFailed ? Math.min(keptMs, FAILED_MS) : keptMs;
    return recent && this.#now() - recent.at < limitMs ? recent : undefined;
  }

  #begin(key: string, tool: LoadedTool, args: readonly TemplateValue[]): RecentCall {
    const { caller, closing } = this.#options;
    const outcome = caller.call(tool, args, { signal: closing, limitMs: LIMIT_MS });
    const recent: RecentCall = { at: this.#now(), hasFailed: false, outcome };
    void outcome.then(({ error }) => {
      recent.hasFailed = error !== undefined;
    });
    this.#calls.delete(key);
    this.#calls.set(key, recent);
    for (const [old] of this.#calls) {
      if (this.#calls.size <= MAX_CALLS) break;
      this.#calls.delete(old);
    }
    return recent;
  }

  #now(): number {
    // A clock that is set back would keep them for as long.
    return this.#options.now?.() ?? performance.now();
  }
}

function orAborted(
  outcome: Promise<ToolCallOutcome>,
  args: readonly TemplateValue[],
  signal: AbortSignal,
): Promise<ToolCallOutcome> {
  return raceAbort(outcome, signal, () => noResult(args, 'It took longer than the rendering may'));
}

function noResult(args: readonly TemplateValue[], error: string): ToolCallOutcome {
  return { outcome: 'empty', value: EMPTY, arguments: args.map(plainJsonValue), error };
}

function plainJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(jsonText(value));
}

/**
 * Picks the call with the same arguments by name, else the one that contains them with the fewest others, else the
 * first.
 */
function likest(calls: readonly RecordedResult[], { record }: LoadedTool, args: readonly TemplateValue[]) {
  const properties = Object.entries(isPlainObject(record.parameters?.properties) ? record.parameters.properties : {});
  const defaults = properties.flatMap(([name, schema]) =>
    isPlainObject(schema) && Object.hasOwn(schema, 'default') ? [[name, schema.default] as const] : [],
  );
  const [first] = args;
  const positional = (values: readonly TemplateValue[]) => values.map((value, at) => [properties[at]?.[0], value]);
  const isNamed = args.length === 1 && isPlainObject(first);
  // One object is the arguments by name, or the first of them.
  const readings = [isNamed ? Object.entries(first) : positional(args), positional(args)];
  const texts = readings.map((given) => sortedText(Object.fromEntries([...defaults, ...given])));
  return (
    calls.find((call) => texts.includes(sortedText(call.arguments))) ??
    calls
      .filter((call) => contains(call.arguments, args))
      .sort((one, other) => recordedValues(one.arguments).length - recordedValues(other.arguments).length)[0] ??
    calls[0]
  );
}

function sortedText(value: unknown): string {
  if (!isPlainObject(value)) return jsonText(value);
  const present = Object.entries(value).filter(([, one]) => one !== undefined && typeof one !== 'symbol');
  return jsonText(present.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether every value that is given now stands in the recorded arguments. */
function contains(recorded: unknown, args: readonly TemplateValue[]): boolean {
  const given = args.length === 1 && isPlainObject(args[0]) ? Object.values(args[0]) : args;
  const texts = new Set(recordedValues(recorded).map(jsonText));
  return given.filter((value) => value !== undefined && value !== null).every((value) => texts.has(jsonText(value)));
}

function recordedValues(recorded: unknown): unknown[] {
  return isPlainObject(recorded) ? Object.values(recorded) : [recorded].flat();
}

function callKey(tool: LoadedTool, args: readonly TemplateValue[]): string {
  return `${tool.key}\n${jsonText(tool.record)}\n${jsonText(args)}`;
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => plainJsonValue(inner)) ?? 'undefined';
}

/** JSON has no int, and no symbol. Two integers that differ stay two. */
function plainJsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return shownInteger(value);
  return typeof value === 'symbol' ? undefined : value;
}
