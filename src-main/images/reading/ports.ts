import type { AgentTool, AgentWorkspace, FileProblem, ReadTask, Skill, WorkspaceReview } from '#contract';

/** What a folder would be as an agent, read without running or opening it. */
export interface AgentInFolder {
  readonly review: WorkspaceReview;
  /** The trusted workspace that is most like it. */
  readonly comparedWith: string | undefined;
  /** Just this was trusted before, with the network or without. */
  readonly trusted: { readonly hasNetwork: boolean } | undefined;
  readonly toolList: readonly AgentTool[];
  readonly skillList: readonly Skill[];
  readonly taskList: readonly ReadTask[];
  readonly systemFile: string | undefined;
  readonly agentsFile: string | undefined;
  readonly problemList: readonly FileProblem[];
  readonly files: {
    readonly files: readonly { readonly file: string; readonly size: number }[];
    readonly isCut: boolean;
  };
}

/** Agents in folders, as images need them. */
export interface AgentsPort {
  /** @throws AppError NOT_FOUND, INVALID_INPUT */
  read(folder: string, signal: AbortSignal): Promise<AgentInFolder>;
  /** @throws AppError NOT_FOUND, INVALID_INPUT for what is no text */
  readText(folder: string, file: string): Promise<string>;
  /** Opens a folder as an agent workspace. @throws AppError UNAVAILABLE, INVALID_INPUT */
  open(folder: string): Promise<AgentWorkspace>;
  /** @throws AppError CONFLICT, DENIED, UNAVAILABLE */
  trust(path: string, seen: { readonly hash: string; readonly network: boolean }): Promise<void>;
}

/** What came of an image, for the record. */
export interface OpenedImage {
  /** Real path of the folder. */
  readonly workspace: string;
  /** Absolute path of the image. */
  readonly image: string;
  readonly layer: string;
  readonly tag?: string;
}
