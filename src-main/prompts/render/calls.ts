import { isDeepStrictEqual } from 'node:util';
import type { ToolCallTrace } from '#contract';
import { EMPTY, type TemplateCallContext, type TemplateFunction, type TemplateValue } from '#template';
import type { LoadedTool, RenderRequest, ToolCaller, ToolCallOutcome } from '../ports.ts';
import { isNestedTooDeeply, NESTED_TOO_DEEPLY } from '../records/json.ts';
import { cutJson, cutValue } from './cut.ts';
import type { TimeLimit } from './time-limit.ts';
import { toWire } from './wire-values.ts';

type CallPlace = TemplateCallContext['place'];

/** One call, from its start on. */
export interface LoggedCall {
  readonly name: string;
  readonly isPrefetched: boolean;
  readonly startedMs: number;
  readonly value: Promise<TemplateValue>;
  durationMs?: number;
  outcome?: ToolCallOutcome;
}

export interface CallLogOptions {
  readonly caller: Pick<ToolCaller, 'call'>;
  readonly tools: ReadonlyMap<string, LoadedTool>;
  readonly request: Pick<RenderRequest, 'results' | 'callsTools' | 'tools'>;
  /** Start of the rendering, by `performance.now()`. */
  readonly started: number;
  readonly limit: Pick<TimeLimit, 'leftMs' | 'signal'>;
}

/**
 * The calls of one rendering in the order in which its execution reaches them. An execution that starts again, in another
 * thread, is given the calls that were made: each is made once.
 */
export class RenderingCalls {
  readonly calls: LoggedCall[] = [];
  readonly #options: CallLogOptions;
  readonly #prefetched = new Map<string, { readonly args: readonly TemplateValue[]; readonly call: LoggedCall }>();
  /** Number of results given, by name. */
  readonly #given = new Map<string, number>();

  get isUnused(): boolean {
    return this.calls.length === 0 && this.#prefetched.size === 0;
  }

  constructor(options: CallLogOptions) {
    this.#options = options;
  }

  /** Returns the result of the call with this number; makes the call if it was not made yet. */
  at(index: number, name: string, args: readonly TemplateValue[], place: CallPlace): Promise<TemplateValue> {
    const known = this.calls[index];
    if (known) return known.value;
    const call = this.#takePrefetched(args, place) ?? this.#start(name, args, false);
    this.calls.push(call);
    return call.value;
  }

  prefetch(name: string, args: readonly TemplateValue[], place: CallPlace): void {
    this.#prefetched.set(placeKey(place), { args, call: this.#start(name, args, true) });
  }

  /** A text that another calls with another dot reaches the same place with other arguments. */
  #takePrefetched(args: readonly TemplateValue[], place: CallPlace): LoggedCall | undefined {
    const key = placeKey(place);
    const found = this.#prefetched.get(key);
    if (!found || !isDeepStrictEqual(plainArguments(found.args), plainArguments(args))) return undefined;
    this.#prefetched.delete(key);
    return found.call;
  }

  /** Functions for one execution, which counts its calls from `from`. */
  functions(from: { next: number }): ReadonlyMap<string, TemplateFunction> {
    const functions = new Map<string, TemplateFunction>();
    for (const name of this.#options.tools.keys()) {
      functions.set(name, {
        isAsync: true,
        call: (args, { place }) => {
          const index = from.next;
          from.next += 1;
          return this.at(index, name, args, place);
        },
      });
    }
    return functions;
  }

  traces(): ToolCallTrace[] {
    return this.calls.map((call) => {
      const { outcome } = call;
      const result = outcome && outcome.value !== EMPTY ? cutJson(outcome.value) : undefined;
      return {
        name: call.name,
        arguments: cutValue(outcome?.arguments),
        startedMs: call.startedMs,
        durationMs: call.durationMs ?? 0,
        isPrefetched: call.isPrefetched,
        outcome: outcome?.outcome ?? 'empty',
        ...(result !== undefined && { result: result.text }),
        ...(outcome?.error !== undefined && { error: outcome.error }),
        ...(outcome?.request !== undefined && { request: outcome.request }),
      };
    });
  }

  #start(name: string, args: readonly TemplateValue[], isPrefetched: boolean): LoggedCall {
    const startedAt = performance.now();
    const call: LoggedCall = {
      name,
      isPrefetched,
      startedMs: startedAt - this.#options.started,
      value: this.#outcome(name, args).then((outcome) => {
        call.durationMs = performance.now() - startedAt;
        call.outcome = outcome;
        return outcome.value;
      }),
    };
    return call;
  }

  async #outcome(name: string, args: readonly TemplateValue[]): Promise<ToolCallOutcome> {
    const { caller, tools, request, limit } = this.#options;
    if (request.results !== undefined && !request.tools) return this.#recorded(name, args, request.results);
    const tool = tools.get(name);
    if (request.callsTools === false) return { ...EMPTY_OUTCOME, arguments: args, error: 'tools are not called here' };
    if (!tool) return { ...EMPTY_OUTCOME, arguments: args, error: 'there is no such tool' };
    const outcome = await caller.call(tool, args, { signal: limit.signal, limitMs: limit.leftMs });
    if (!isNestedTooDeeply(outcome.value)) return outcome;
    return { ...EMPTY_OUTCOME, arguments: outcome.arguments, error: `${NESTED_TOO_DEEPLY}: what it gave` };
  }

  #recorded(name: string, args: readonly TemplateValue[], results: NonNullable<RenderRequest['results']>) {
    const callable = this.#options.tools.get(name)?.callable ?? name;
    const count = this.#given.get(callable) ?? 0;
    this.#given.set(callable, count + 1);
    const found = results.filter((entry) => entry.name === name || entry.name === callable)[count];
    if (found?.result === undefined) return { ...EMPTY_OUTCOME, arguments: args, error: 'no result was recorded' };
    return { outcome: 'value', value: found.result as TemplateValue, arguments: args } as const;
  }
}

const EMPTY_OUTCOME = { outcome: 'empty', value: EMPTY } as const;

/** Converts arguments to plain values, whatever their prototypes: values that came from another thread have none. */
function plainArguments(args: readonly TemplateValue[]): readonly unknown[] {
  return args.map((arg) => (typeof arg === 'object' ? toWire(arg) : arg));
}

function placeKey({ template, offset }: CallPlace): string {
  return `${offset} ${template}`;
}
