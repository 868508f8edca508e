/**
 * Part of a folder that trust binds: every file of it outside of skills and data folders. Paths are relative, `/`
 * between names.
 */
export interface FolderHash {
  /** SHA-256 in hex over the names, kinds and contents of all files that may run. */
  readonly hash: string;
  /** Hash of each file's bytes; of a link, of where it leads. */
  readonly files: ReadonlyMap<string, string>;
  /** Files that may be executed. */
  readonly executable: ReadonlySet<string>;
  /** Reason why it cannot be trusted, such as more files than are examined. */
  readonly problem?: string | undefined;
}
