/** Questions to the thread that looks at a copy, and its answers. */

/** The copy that is looked at once it is made. */
export interface MadeCopy {
  readonly workspace: string;
  readonly folder: string;
  /** File that the initial state of the copy is written to. */
  readonly baseFile: string;
  /** Message about what could not be copied. */
  readonly problem: string | undefined;
}

/** Findings of a look at the workspace and at its copy. */
export interface CopyFindings {
  /** Number of entries in the copy. */
  readonly entries: number;
  /** Relative paths of what changed since the look before, as a person reads them. */
  readonly changedWhileCopied: string[];
  /** Sentences about what the copy does not have. */
  readonly missing: readonly string[];
  /** Sentences about links of the copy into the workspace. */
  readonly leadingBack: readonly string[];
  /** Relative folders in which a `.git` lies. */
  readonly repositories: readonly string[];
}

export type LookQuestion =
  | { readonly look: 'before'; readonly workspace: string }
  | ({ readonly look: 'after' } & MadeCopy);

export type LookAnswer =
  /** Size of all files, in bytes. */
  | { readonly look: 'before'; readonly bytes: number }
  | ({ readonly look: 'after' } & CopyFindings)
  | { readonly look: 'failed'; readonly message: string };
