import { z } from 'zod';
import { RecordedResult, type RenderedPrompt } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import type { RenderRequest } from '../ports.ts';
import { valueFromJson } from './exact-numbers.ts';
import { replayingCaller } from './tool-callers.ts';

/** Complete inputs of a rendering, so that it can be repeated without the store and without calling anything. */
export const CapturedInputs = z.object({
  /** JSON text of an object. */
  args: z.string(),
  /** Variables by id, each as JSON text. */
  variables: z.record(z.string(), z.string()),
  /** Whether the variables are all that could be read; otherwise those of the store are added. */
  isWhole: z.boolean().optional(),
  results: z.array(RecordedResult),
});
export type CapturedInputs = z.infer<typeof CapturedInputs>;

/** No object of JSON survives everything with a member of this name; no id has a colon. */
const PROTO = '__proto__';
const KEPT_PROTO = `:${PROTO}`;

/** `used`: by id, as the engine told it before anything was executed. */
export function captureInputs(
  { args }: RenderedPrompt,
  used: ReadonlyMap<string, string>,
  calls: readonly RecordedResult[],
): CapturedInputs {
  return { args, variables: keptVariables(used), isWhole: true, results: [...calls] };
}

/** Makes an object of JSON of variables by id. */
export function keptVariables(used: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...used].map(([id, json]) => [id === PROTO ? KEPT_PROTO : id, json]));
}

/** Builds the part of a request that renders with the captured inputs. */
export function withCaptured({ args, variables, isWhole = false, results }: CapturedInputs) {
  return {
    args: argsOf(args),
    variables: new Map(
      Object.entries(variables).map(([id, json]) => [id === KEPT_PROTO ? PROTO : id, parseValue(json)] as const),
    ),
    onlyVariables: isWhole,
    tools: replayingCaller(results),
    results: results.map((call) => ({ name: call.name, result: valueFromJson(call) })),
  } satisfies Partial<RenderRequest>;
}

/** A text in which a secret was blanked may be no JSON any more. */
function parseValue(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** The members of a JSON object. @throws SyntaxError, as a sentence, when the text is none */
export function argsOf(json: string | undefined): Record<string, unknown> {
  if (json === undefined || json.trim() === '') return {};
  const value: unknown = JSON.parse(json);
  if (isPlainObject(value)) return { ...value };
  throw new SyntaxError('an object is needed, such as {"code": "x"}');
}
