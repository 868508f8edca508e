import type { RenderResult, Spans, TemplateFunction, TemplateSet, TemplateValue } from '#template';
import type { PromptText } from '../registry/tables.ts';

/** Most output of all messages together, in UTF-16 units. */
const MAX_OUTPUT = 16 * 1024 * 1024;
/** Nested calls of templates; Go has ten times as many, whose running out takes longer than a rendering may. */
const MAX_DEPTH = 10_000;
/** Pieces of one message that are told apart; what follows is one piece that came from nowhere. */
const MAX_PIECES = 50_000;
/** Numbers stored for each piece. */
export const PIECE_WIDTH = 3;
/** Numbers stored for each path. */
const PATH_WIDTH = 2;

export interface TextsToExecute {
  readonly set: TemplateSet;
  readonly texts: readonly PromptText[];
  readonly data: TemplateValue;
  readonly functions: ReadonlyMap<string, TemplateFunction>;
  /** Number of calls made. */
  readonly calls: { next: number };
  readonly refusesMissing: boolean;
  readonly isTraced: boolean;
  /** Deadline by `performance.now()`. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  /** Returns the most steps for a text, called before each; if absent, as many as the time allows. */
  readonly stepsFor?: ((text: string) => number) | undefined;
  /** Nodes of each text that may be compiled; absent: as many as the time allows. */
  readonly maxCompiled?: number | undefined;
  /** Called after each stretch that blocked the thread. */
  readonly onBusy?: ((milliseconds: number) => void) | undefined;
}

export interface ExecutionResult {
  /** A message each. */
  readonly outputs: readonly RenderResult[];
  /** Number of calls made before each message. */
  readonly callsBefore: readonly number[];
  /** Dotted paths that the texts name, where only the thread that ran them knows. */
  readonly references?: readonly string[] | undefined;
}

/** Executes the texts of a prompt one after the other. @throws TemplateError */
export async function executeTexts(job: TextsToExecute): Promise<ExecutionResult> {
  const { set, texts, data, functions, deadline, signal, isTraced, refusesMissing } = job;
  const outputs: RenderResult[] = [];
  const callsBefore: number[] = [];
  let left = MAX_OUTPUT;
  for (const { name, text } of texts) {
    callsBefore.push(job.calls.next);
    const from = performance.now();
    const running = set.execute(name, data, {
      functions,
      deadline,
      signal,
      maxSteps: job.stepsFor?.(text),
      maxCompiled: job.maxCompiled,
      maxOutput: left,
      maxDepth: MAX_DEPTH,
      spans: isTraced,
      refusesMissing,
    });
    job.onBusy?.(performance.now() - from);
    const { output, spans } = running instanceof Promise ? await running : running;
    left -= output.length;
    outputs.push({ output, ...(spans && { spans: cutSpans(spans, output.length) }) });
  }
  return { outputs, callsBefore };
}

/** A template that writes millions of pieces is not worth their memory. */
function cutSpans(spans: Spans, length: number): Spans {
  const { pieces, places, paths } = spans;
  const end = MAX_PIECES * PIECE_WIDTH;
  if (pieces.length <= end) return spans;
  const kept = [...pieces.slice(0, end), length, -1, -1];
  let lastPath = -1;
  for (let at = 2; at < end; at += PIECE_WIDTH) lastPath = Math.max(lastPath, pieces[at] ?? -1);
  // A path goes on from one that stands before it.
  const entries = paths.entries.slice(0, (lastPath + 1) * PATH_WIDTH);
  return { places, paths: { ...paths, entries }, pieces: kept };
}
