import type { RecordProblem } from '#contract';
import type { LiveValue } from '#core/async/streams';
import type { PromptStore } from '../ports.ts';

/** A store that says of which keys it could not give a value, and why. */
export interface ReportedStore extends PromptStore {
  readonly problems: LiveValue<readonly RecordProblem[]>;
  /**
   * Writes for other programs what the app knows itself: it is not listed here, nor told of, and gone so many milliseconds later.
   * Whether it did: a record under that key, which has no end of life, stays. @throws AppError UNAVAILABLE
   */
  lend?(key: string, value: string, lifeMs: number): Promise<boolean>;
}
