import type { BoxStrength } from '#contract';
import type { CacheLayers } from './cache-layers.ts';

export interface SandboxOptions {
  readonly strength: BoxStrength;
  /** bubblewrap or macOS's `sandbox-exec`, from `ProbedSandbox`. */
  readonly program: string;
  readonly cwd: string;
  /** Readable wherever it lies, and writable unless the strength is `read-only`; what is hidden or protected in it excepted. */
  readonly workspace: string;
  /** Absolute paths that are not to be seen. */
  readonly hide: readonly string[];
  /** Absolute paths in the workspace that can be read and not changed. */
  readonly readOnly?: readonly string[];
  /** Files that are seen in the place of others, by the path where they are seen. */
  readonly replaced?: ReadonlyMap<string, string>;
  /** Folders of this machine that are seen and can be written in the place of others, by the path where they are seen. */
  readonly layers?: ReadonlyMap<string, string>;
  /** Folders outside the workspace that can be written, in layers that are the session's own. */
  readonly caches?: CacheLayers | undefined;
  /** Folders of this machine that are seen below its `/dev`, by the path where they are seen; pipes in them can be written to, nothing can be changed. */
  readonly shown?: ReadonlyMap<string, string> | undefined;
  /** Folder of this machine that is its `/tmp` and `/var/tmp`; without one they are memory, and gone with the command. */
  readonly temp?: string | undefined;
  /** An empty file, seen in the place of hidden files; without one they cannot be opened. */
  readonly empty?: string | undefined;
  /** Descriptor from which it reads a filter for system calls (Linux). */
  readonly filterFrom?: number | undefined;
  /** Most that its memory file systems hold together, in bytes; 256 MiB unless given. */
  readonly memoryBytes?: number | undefined;
}
