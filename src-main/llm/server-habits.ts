import { RefusedParameters } from '#protocols';
import type { OptionalParameter } from './completion-request.ts';
import { ReasoningEcho } from './reasoning-echo.ts';

/** Parameters that a server was found to refuse or to want; they outlive the clients that found them. */
export class ServerHabits {
  readonly leftOut = new Set<OptionalParameter>();
  /** Models that refused images of earlier messages. */
  readonly withoutImages = new Set<string>();
  readonly echo = new ReasoningEcho();
  /** Parameters that a model of Anthropic's refuses. */
  readonly refused = new RefusedParameters();
}
