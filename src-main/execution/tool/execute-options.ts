import type { Redactor } from '#core/secrets/redact';
import type { ContentStore } from '#ledger';
import type { CallWatch } from '#tools';
import type { KeptRuns } from '../outputs/kept-runs.ts';
import type { FilterOutput } from '../outputs/use-kept.ts';
import type { OpenBox } from '../runs/box.ts';
import type { Limiter } from '../runs/limiter.ts';
import type { CommandSplit } from '../runs/split.ts';
import type { CommandLimits } from './command-limits.ts';
import type { HeldChanges } from './hold-back.ts';

/** Dependencies of running commands. */
export interface ExecuteOptions {
  readonly limits: Pick<CommandLimits, 'next' | 'begin'>;
  /** Limiter of resources; if absent, only time and output are limited. */
  readonly limiter?: Limiter | undefined;
  readonly content: ContentStore;
  /** Blanks secrets in outputs before they are written. */
  readonly redactor: Redactor;
  readonly watch: CallWatch;
  /** Variables of the commands; without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Variables that the person exported in the session, secret or not. */
  readonly exported?: (session: string) => Promise<Readonly<{ [name: string]: string }>>;
  /** Whether a variable is secret: a command that runs in a box without a question does not get it. */
  readonly isSecret?: (name: string, value: string) => boolean;
  /** Holds output while a command runs; made if missing. */
  readonly spoolFolder: string;
  /** Holds copies of whole outputs that file tools can read; made if missing. */
  readonly outputsFolder?: string;
  /** Takes a command apart whose last stages only filter; without it, every command runs as written. */
  readonly split?: (command: string) => CommandSplit | undefined;
  /** Duration from which a command's output is not filtered, in milliseconds. */
  readonly slowMs?: () => number;
  readonly openBox?: OpenBox;
  /** Determines the environment for git if a command runs only because it reads, or why it would not only read. */
  readonly neutralGit?: NeutralGit;
  /** Works out again which protected files git would replace; without it that is found when it has run. */
  readonly foresee?: ReplacedPathsFinder;
  /** Outputs that can be used in place of running the same again. */
  readonly kept?: KeptOutputs;
  /** Takes changes of protected files back and makes them again; without it they stay. */
  readonly held?: HeldChanges;
}

export type ExtraVariables = Readonly<Record<string, string>>;

/** Reads git's configuration again, just before the command starts. */
export type NeutralGit = (
  line: PlannedCommand & { readonly workspace: string },
) => Promise<{ readonly environment: ExtraVariables } | { readonly why: string }>;

export interface KeptOutputs {
  readonly runs: KeptRuns;
  readonly filter: FilterOutput;
  /** Whether the words of a command say that it prints what changes by itself, such as the time. */
  readonly isTimely: (command: string) => boolean;
}

/** Foresees what a line replaces of protected files; undefined if nothing, or if it cannot be determined. */
export type ReplacedPathsFinder = (
  line: PlannedCommand & { readonly workspace: string },
) => Promise<{ readonly paths: readonly string[]; readonly isSure: boolean } | undefined>;

export interface PlannedCommand {
  readonly command: string;
  readonly cwd: string;
}
