import type { StopReason } from '#contract';
import type { ProcessGroup } from '#process/process-group';

/**
 * Time between SIGTERM and SIGKILL by stop reason, in milliseconds: a command ended by a limit is gone within a second.
 */
const GRACE_MS: Partial<Record<StopReason, number>> = {
  timeout: 500,
  output: 500,
  cpu: 0,
  memory: 0,
  disk: 0,
  processes: 0,
};

/** Decision about why a command stopped, made once by the first reason given. */
export class StopOnce {
  reason: StopReason | undefined;
  /** Text from the limit's watch. */
  text: string | undefined;
  readonly #group: Pick<ProcessGroup, 'end'>;

  constructor(group: Pick<ProcessGroup, 'end'>) {
    this.#group = group;
  }

  because(reason: StopReason, text?: string): void {
    if (this.reason === undefined) {
      this.reason = reason;
      this.text = text;
    }
    // Whoever waits for its end hears of it.
    void this.#group.end(GRACE_MS[reason]).catch(() => {});
  }
}
