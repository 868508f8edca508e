import type { PromptsState, RenderedPrompt } from '#contract';
import type { ArgsSchema } from '../record.ts';

export type VariableView = PromptsState['variables'][number];
export type ToolView = PromptsState['tools'][number];

/** Names available to a template: for completion and explanation. */
export interface TemplateContext {
  readonly variables: readonly VariableView[];
  readonly tools: readonly ToolView[];
  readonly schema: ArgsSchema;
  /** JSON text of the args as they are. */
  readonly args: string;
  /** Last rendering, with whole values if they are short. */
  readonly rendered: RenderedPrompt | undefined;
}
