import type { RunLimits } from '#contract';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import type { CommandLimitsOptions, HeldChanges } from '#execution';
import type { ContentStore } from '#ledger';
import type { CallWatch } from '#tools';
import type { Classification, CommandLists, ConfirmationsOptions } from '../confirmation/model.ts';
import type { BoxPorts } from '../shells/process/shell-boxes.ts';
import type { RecordSession } from './client-record.ts';
import type { KeepAsker } from './keep-questions.ts';
import type { NeutralGit } from './reading-place.ts';

/** Dependencies of the adapter on the rest of the app. */
export interface AdapterPorts {
  /** Classifies the risk of a command; folders with their links resolved. */
  readonly classify: (asked: {
    readonly command: string;
    readonly cwd: string;
    readonly workspace: string;
    readonly lists: CommandLists;
    /** Whether what is safe runs in a box. */
    readonly hasBox: boolean;
    /** Permission mode; in `workspace`, commands that stay in that box are safe. */
    readonly mode: 'ask' | 'workspace';
  }) => Promise<Classification>;
  /**
   * Determines the environment of git in a line that only reads, just before it starts, or why it would no longer only
   * read, as a clause.
   */
  readonly neutralGit: NeutralGit;
  /** The boxes that shells live in; absent if none are to be. */
  readonly boxes?: BoxPorts | undefined;
  /** Takes changes of protected files back; without it they stay. */
  readonly held?: HeldChanges | undefined;
  /** Asks the person whether such a change is to stand after all. */
  readonly askKeep?: KeepAsker | undefined;
  /** A question for the person at the app; see `AskPerson`. */
  readonly askPerson: (
    question: Parameters<ConfirmationsOptions['askPerson']>[0] & {
      readonly title: string;
      readonly limits: RunLimits;
      readonly workspace: string;
    },
    signal: AbortSignal,
  ) => ReturnType<ConfirmationsOptions['askPerson']>;
  readonly openRecord: (id: string, title: string) => Promise<RecordSession>;
  readonly newRecordId: () => string;
  /** Watches what commands of clients change. */
  readonly watch: CallWatch;
  /** Takes the clients and shells that could change files now, by the title of their client. */
  readonly onAlive: (programs: readonly { readonly title: string; readonly workspace: string }[]) => void;
  readonly content: Pick<ContentStore, 'keepFile'>;
  /** Ledger with the records from which a person's raises are folded. */
  readonly ledger: CommandLimitsOptions['ledger'];
  readonly redactor: Redactor;
  readonly log: Logger;
  /** Variables of the shells; without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Folder for pipes, command texts and shortened outputs. */
  readonly spoolFolder: string;
  /** Called with warnings for the person: the log cannot be written, limits end everything. */
  readonly warn: (text: string) => void;
  /** Writes CRITICAL records, in addition to the log. */
  readonly stderr: (line: string) => void;
  /** Time for a client that has gone to come back, in milliseconds, 30 s by default. */
  readonly graceMs?: number;
}
