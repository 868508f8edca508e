import type { Judgement, RuleScope } from '#contract';
import type { Analysis } from '#shell-analysis';
import type { ReplacedFilesFinder } from '../look-at.ts';
import type { Rulebook } from '../rules/rulebook.ts';
import type { CommandLists } from './command-lists.ts';

/** Risk of a command line, by its text, the rules and the disk: `deny` is never run, `risky` only after consent. */
export interface Risk {
  readonly verdict: 'safe' | 'risky' | 'deny';
  /** A sentence each; none if it is safe. */
  readonly reasons: readonly string[];
  /**
   * Reason that made it safe although it would not be by itself, or denied it; `rule`: of the person, or a ban; `mode`:
   * Workspace.
   */
  readonly by?: 'allow-list' | 'deny-list' | 'rule' | 'mode';
  /** Judgement of the policy: above all where it runs. */
  readonly judgement: Judgement;
}

export interface RiskOptions {
  /** The rules that count now. */
  readonly rules: (workspace: string) => Pick<Rulebook, RuleScope>;
  /** Absolute. */
  readonly home: string;
  /** Absolute paths of what is ours, for work in this workspace. */
  readonly own: (workspace: string) => readonly string[];
  /** Analyses a command line; `analyseSafely` by default. */
  readonly analyse?: (line: string) => Promise<Analysis>;
  /** Works out which protected files git would replace. */
  readonly foresee?: ReplacedFilesFinder | undefined;
}

export interface RiskRequest {
  readonly command: string;
  /** Absolute, symlinks resolved; where its shell stands at the moment it would start. */
  readonly cwd: string;
  readonly workspace: string;
  readonly lists?: CommandLists | undefined;
  /** Whether what is safe runs in the box of the workspace. */
  readonly hasBox?: boolean | undefined;
  /**
   * Permission mode; in `workspace`, commands that the policy lets run in that mode are safe as well. Default: `ask`.
   */
  readonly mode?: 'ask' | 'workspace' | undefined;
}
