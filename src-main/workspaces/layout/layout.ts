import type { FileProblem, ToolLanguage } from '#contract';
import type { TaskSettings } from './task-settings.ts';

/** A file of code that is run by itself: a tool, or the system file. Paths are relative to the workspace, `/` between names. */
export interface CodeFile {
  /** Name that models call a tool by; `system` for the system file. */
  readonly name: string;
  readonly file: string;
  readonly language: ToolLanguage;
  readonly text: string;
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string;
  /** Description in its text, read without running it; empty if there is none. */
  readonly description: string;
}

export interface SkillFile {
  readonly name: string;
  /** Name of its folder. */
  readonly folder: string;
  readonly file: string;
  readonly description: string;
  /** Size of the whole file, in bytes. */
  readonly bytes: number;
}

export interface TaskFile {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  /** Its path with links resolved; `file` if absent. */
  readonly place?: string | undefined;
  readonly description: string;
  readonly cron?: string | undefined;
  readonly text: string;
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string;
  readonly settings: TaskSettings;
  /** Lines of the pattern and the time zone, from 1. */
  readonly lines: { readonly cron?: number; readonly timezone?: number };
  /** Reason why it cannot run, as a sentence. */
  readonly problem?: string | undefined;
}

/** The AGENTS.md of a workspace, or its requirements.txt. */
export interface LayoutText {
  readonly file: string;
  /** Its path with links resolved; `file` if absent. */
  readonly place?: string | undefined;
  readonly text: string;
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string;
}

/** Definition of an agent by a folder, read without running any of it. */
export interface Layout {
  readonly tools: readonly CodeFile[];
  readonly skills: readonly SkillFile[];
  readonly tasks: readonly TaskFile[];
  readonly systemFile?: CodeFile | undefined;
  readonly agentsFile?: LayoutText | undefined;
  readonly requirements?: LayoutText | undefined;
  /** Problems in the order of the files. */
  readonly problems: readonly FileProblem[];
}

/** @throws AppError NOT_FOUND if the folder is gone, INVALID_INPUT if it is none */
export type ReadLayout = (folder: string, signal?: AbortSignal) => Promise<Layout>;

/** Result of reading a part of the folder. */
export interface LayoutPart<T> {
  readonly found: T;
  readonly problems: readonly FileProblem[];
}
