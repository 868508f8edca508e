import type { PromptsState, RenderedPrompt } from '#contract';
import type { ArgsSchema } from './record.ts';

export type VariableView = PromptsState['variables'][number];
export type ToolView = PromptsState['tools'][number];

/** What a template may name: for completion and explanation. */
export interface TemplateContext {
  readonly variables: readonly VariableView[];
  readonly tools: readonly ToolView[];
  readonly schema: ArgsSchema;
  /** JSON text of the args as they are. */
  readonly args: string;
  /** What was rendered last, with values whole where they are short. */
  readonly rendered: RenderedPrompt | undefined;
}
