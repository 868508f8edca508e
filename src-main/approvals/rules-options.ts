import type { Question, SandboxState, Settings } from '#contract';
import type { Subscribe } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import type { Ledger, SessionLedger } from '#ledger';
import type { ReplacedFilesFinder } from './look-at.ts';

/** Dependencies of the rules and their policy on the rest of the app. */
export interface RulesOptions {
  /** Absolute path of `rules.yaml`; made at the first change. */
  readonly file: string;
  readonly ledger: Ledger;
  readonly settings: { current(): Settings; readonly onChanged: Subscribe<unknown> };
  readonly probeSandbox: () => Promise<SandboxState>;
  /** Absolute, symlinks resolved. */
  readonly firstWorkspace: () => string;
  readonly home: string;
  /** Absolute paths of what is ours, for work in this workspace. */
  readonly own: (workspace: string) => readonly string[];
  /** Opens the record of rule changes in this workspace, or of those made everywhere while it is shown. */
  readonly record: (workspace: string) => Promise<Pick<SessionLedger, 'append'>>;
  /** See `PolicyOptions`. */
  readonly foresee?: ReplacedFilesFinder | undefined;
  /** Whether a session is held to the mode Read only, whatever mode it was given. */
  readonly isHeldToReading?: (session: string) => Promise<boolean>;
  readonly waiting: () => readonly Question[];
  readonly log: Logger;
}
