import type { BoxStrength } from '#contract';
import type { Program } from '#process/death-signal';
import type { SandboxedProgram } from '#process/sandbox/sandboxed-program';

/** Puts a program into the sandbox, to start in `cwd`; with `wantsFilter` it is to read a filter for system calls, if it can. */
export type Sandbox = (program: Program, cwd: string, wantsFilter?: boolean) => SandboxedProgram;

export interface BoxRequest {
  readonly strength: BoxStrength;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  /** Session whose private `/tmp` the box has. */
  readonly session: string;
  /** Absolute paths of protected files that it may change all the same. */
  readonly writes?: readonly string[] | undefined;
  /** Absolute paths, of further files and whole folders, that can be read and not changed. */
  readonly readOnly?: readonly string[] | undefined;
  /** Whether it replaces tracked files by other versions: a file that is bound read-only would leave it half done. */
  readonly isRewriting?: boolean | undefined;
  /** Folders of this machine that are seen below its `/dev`; see `SandboxOptions.shown`. */
  readonly shown?: ReadonlyMap<string, string> | undefined;
  /** Most that its memory file systems hold, in bytes. */
  readonly memoryBytes?: number | undefined;
}

/** Box in which one command runs. */
export interface Box {
  readonly sandbox: Sandbox;
  /** Folders of this machine that it writes to beside the workspace; absolute. */
  readonly folders: readonly string[];
  /** Variables that programs need to work in it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether a command may not have changed this path of the workspace, and why; `undefined` for what it may. */
  readonly whyHeld: (path: string) => string | undefined;
}

/** Opens a box; `undefined` if none works. @throws AppError UNAVAILABLE if its folders cannot be made */
export type OpenBox = (request: BoxRequest) => Promise<Box | undefined>;
