import type { RunLimits } from '#contract';
import type { CommandLimits, HeldChanges } from '#execution';
import type { CallWatch } from '#tools';
import type { Confirmations } from '../confirmation/model.ts';
import type { Shells } from '../shells/model.ts';
import type { KeepQuestions } from './keep-questions.ts';
import type { AdapterLog } from './log/adapter-log.ts';
import type { NeutralGit } from './reading-place.ts';

/** Parts of the adapter and the app that commands of clients need. */
export interface CommandsOptions {
  readonly shells: Shells;
  readonly confirmations: Pick<Confirmations, 'pass'>;
  readonly log: AdapterLog;
  /** Where shells start, as the configuration has it. */
  readonly start: string;
  /** The folder of `start`, its links resolved. */
  readonly workspace: string;
  readonly watch: CallWatch;
  readonly neutralGit: NeutralGit;
  /** Takes changes of protected files back; without it they stay. */
  readonly held: HeldChanges | undefined;
  /** Asks whether what was taken back is to stand after all; without it nobody is asked. */
  readonly keep: KeepQuestions | undefined;
  /** Limits of a client for whom nothing was raised. */
  readonly base: RunLimits;
  readonly limits: Pick<CommandLimits, 'next' | 'begin'>;
  /** Commands without a session that run at one time, of all clients together. */
  readonly maxIsolated: number;
  /** How many commands wait has changed. */
  readonly onChanged: () => void;
}
