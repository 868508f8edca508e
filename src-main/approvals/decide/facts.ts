import type { Analysis } from '#shell-analysis';
import type { LineProof } from '../proof.ts';

export interface Script {
  /** Origin of the script in words, such as `test of package.json`. */
  readonly of: string;
  readonly hash: string;
  /** Absolute path of the file that it stands in. */
  readonly file: string;
  /** Globs of other files on which it depends, where there are several. */
  readonly others?: readonly string[] | undefined;
}

/** Protected files that one part puts other versions of in place. */
export interface ReplacedFiles {
  readonly part: number;
  /** Absolute. */
  readonly paths: readonly string[];
  /** No others can be. */
  readonly isSure: boolean;
}

/** Facts from the disk about one command line. */
export interface DiskFacts {
  /** Whether the read-only preset proves that it only reads. */
  readonly proof: LineProof;
  /** Targets of absolute paths in the line that are links, or are behind one. */
  readonly links: Readonly<Record<string, string>>;
  /** Absolute paths as written, of targets of copies that are folders, or may be by then. */
  readonly targetFolders?: readonly string[] | undefined;
  /** Absolute paths that may hold credentials, where nothing is yet. */
  readonly absent?: readonly string[] | undefined;
  /** Scripts that each part runs, with the hash of their text; the widest last. */
  readonly scripts?: Readonly<Record<string, readonly Script[]>> | undefined;
  /**
   * Kind of the file names that each unquoted pattern matches, by folder and pattern: all inside the workspace and
   * without credentials; `code` if some of them run code. Other patterns are not listed.
   */
  readonly globs?: Readonly<Record<string, 'plain' | 'code'>> | undefined;
  /** Worked out by git where there is a box; undefined if there is nothing of the kind, or it is not known. */
  readonly replaced?: ReplacedFiles | undefined;
}

export interface CommandFacts {
  readonly analysis: Analysis;
  readonly diskFacts: DiskFacts;
  /** Folders that each part may run in; undefined if known only when it runs. */
  readonly folders: readonly (readonly string[] | undefined)[];
}

/** A verdict of a tier about a part, or about the line where `part` is undefined. */
export interface TierFinding {
  readonly part: number | undefined;
  readonly rule: string;
  readonly why: string;
}

/** Findings of the built-in tiers about a command line. */
export interface TierFindings {
  readonly bans: readonly TierFinding[];
  readonly asks: readonly TierFinding[];
  /** Findings that ask unless a rule names the program. */
  readonly ifUnnamed: readonly TierFinding[];
}
