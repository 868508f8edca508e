import type { LedgerEventData } from '#contract';
import type { MovePaths } from './moves.ts';

/** A change of a file as the list of changes has it, from the events of its session. */
export interface PastChange extends MovePaths {
  /** The event's id; of a refused change that of the decision. */
  readonly id: string;
  readonly session: string;
  readonly at: number;
  /** The turn it is a part of; without one, the call that made it or the event that found it. */
  readonly turn: string;
  /** The workspace its session began in. */
  readonly workspace: string | undefined;
  readonly state: 'applied' | 'undone' | 'interrupted' | 'rejected';
  readonly data: LedgerEventData<'file.changed'>;
}
