import type { RecordProblem } from '#contract';
import type { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import type { AppVariables, PromptStore, ToolCaller } from '../ports.ts';
import type { EngineSettings } from '../render/render.ts';

/** Sources and settings of an engine. */
export interface PromptEngineOptions {
  /** Store of the records; `problems` lists keys for which it could not give a value. */
  readonly store: PromptStore & { readonly problems?: LiveValue<readonly RecordProblem[]> };
  readonly own: AppVariables;
  /** Caller of tools; not disposed of here. */
  readonly tools: Pick<ToolCaller, 'call'>;
  /** Reads the settings at each use. */
  readonly settings: () => EngineSettings;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}
