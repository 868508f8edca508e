import { RefusedParameters } from '#protocols';
import type { OptionalParameter } from './completion-request.ts';
import { ReasoningEcho } from './reasoning-echo.ts';

/** What a server was found to refuse or to want; it outlives the clients that found it out. */
export class ServerHabits {
  readonly leftOut = new Set<OptionalParameter>();
  /** Models that refused images of earlier messages. */
  readonly withoutImages = new Set<string>();
  readonly echo = new ReasoningEcho();
  /** What a model of Anthropic's refuses. */
  readonly refused = new RefusedParameters();
}
