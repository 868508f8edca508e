import type { Logger } from '#core/logger';
import type { Relay } from '#llm/relay';

export interface AiSocketOptions {
  readonly path: string;
  readonly relay: Relay;
  readonly log: Logger;
  /** Blanks the key in what is told. */
  readonly redact: (text: string) => string;
}
