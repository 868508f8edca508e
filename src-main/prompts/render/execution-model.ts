import type { UndefinedMode } from '#contract';
import type { JsonObject } from '#contract/plain-object';
import type { CompiledPrompt } from '../registry/compiled-cache.ts';
import type { PromptVariables } from '../registry/variables.ts';
import type { RenderingCalls } from './calls.ts';
import type { TimeLimit } from './time-limit.ts';

/** One rendering, checked and ready to run. */
export interface Execution {
  readonly compiled: CompiledPrompt;
  readonly variables: PromptVariables;
  readonly args: JsonObject;
  readonly mode: UndefinedMode;
  readonly isTraced: boolean;
  readonly calls: RenderingCalls;
  /** Data for the templates: the variables with the args. */
  readonly data: JsonObject;
  readonly limit: TimeLimit;
}
