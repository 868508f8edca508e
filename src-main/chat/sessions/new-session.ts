import type { ForkOrigin } from '#contract';

export interface NewSession {
  readonly title?: string | undefined;
  /** Absolute path of its workspace. */
  readonly workspace?: string | undefined;
  /** The session whose conversation it begins with. */
  readonly forkOf?: ForkOrigin | undefined;
}
