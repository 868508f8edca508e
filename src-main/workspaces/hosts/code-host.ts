import type { FileProblem } from '#contract';
import type { Subscribe } from '#core/async/emitter';
import type { Program } from '#process/death-signal';
import type { LinkEnd, LinkRequest, ToolDeclaration } from '#tools';
import type { CodeFile } from '../layout/layout.ts';

/** Outcome for a file that a host was to load. */
export interface LoadedFile {
  readonly file: string;
  /** Declaration of a tool as models see it, of the version that runs. */
  readonly declaration?: ToolDeclaration | undefined;
  /** Reason why this version of the file cannot be used. */
  readonly problem?: FileProblem | undefined;
  /** The module that it imports and that is not installed. */
  readonly missingModule?: string | undefined;
  /** The file is broken, and the version before goes on. */
  readonly isOld?: boolean | undefined;
  /** Functions that the system file has. */
  readonly system?: { readonly hasPrompt: boolean; readonly hasCompaction: boolean } | undefined;
}

/** Asks the session's first profile, within its spending cap. @throws AppError if it cannot or may not answer */
export type ModelCompletion = (messages: readonly unknown[]) => Promise<string>;

/** The process that runs a workspace's code of one language. Its calls run side by side. */
export interface CodeHost extends AsyncDisposable {
  readonly pid: number | undefined;
  /** Whether it runs in the workspace's box; absent if unknown. */
  readonly isBoxed?: boolean;
  /** Resolves once, by whichever end came first; all waiting calls have failed by then, each with the reason. */
  readonly ended: Promise<LinkEnd>;
  /** Text of its diagnostics, and what its code prints. */
  readonly onStderr: Subscribe<string>;
  /**
   * Loads exactly these files: new and changed ones are loaded, others forgotten. `trusted` is the hash of each file of
   * the folder that it may import or execute; it refuses every other.
   */
  load(
    files: readonly CodeFile[],
    trusted: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<readonly LoadedFile[]>;
  /** @throws ToolError whose message is for the model: time, end, the tool's own error, an answer that is too long */
  call(request: LinkRequest, signal: AbortSignal): Promise<unknown>;
  /** @throws AppError UNAVAILABLE with the function's own error, TIMEOUT */
  systemPrompt(signal: AbortSignal): Promise<string>;
  /** Runs the workspace's `compact_history` and returns its unchecked result. @throws AppError as `systemPrompt` */
  compact(
    history: readonly unknown[],
    maxTokens: number,
    complete: ModelCompletion,
    signal: AbortSignal,
  ): Promise<unknown>;
  end(graceMs?: number): Promise<void>;
  /** Ends it since it used more than it may; `why` is a sentence without its end. */
  trip?(why: string): void;
}

/** Limits of a host, and of each call. */
export interface HostLimits {
  /** Time limit from start to the first loaded file, in milliseconds. */
  readonly readyMs: number;
  /** One file's import, in milliseconds. */
  readonly importMs: number;
  /** A compaction, the answers of the model left out, in milliseconds; 30 s if absent. */
  readonly systemMs?: number;
  /** Longest answer of a call, in bytes. */
  readonly answerBytes: number;
  /** Memory limit of the host and everything it starts together. */
  readonly memoryBytes: number;
  readonly processes: number;
  /** Share of one processor, in percent, over ten seconds; 0: no limit. */
  readonly cpuPercent: number;
}

export interface OpenHostOptions {
  /** Absolute, symlinks resolved; where its code starts. */
  readonly workspace: string;
  /** Environment without keys; `PSI_WORKSPACE` is added. */
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: HostLimits;
  /** Puts the program into the workspace's box; absent if none works. */
  readonly boxed?: ((program: Program, cwd: string) => Program) | undefined;
  /** Schemas say more than types: items, choices, defaults. */
  readonly hasRichSchemas: boolean;
}
