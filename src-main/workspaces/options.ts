import type { WorkspaceTemplate } from '#contract';
import type { Logger } from '#core/logger';
import type { SessionLedger } from '#ledger';
import type { Runner } from '#tools';
import type { EditedText } from './files/edit-files.ts';
import type { Layout } from './layout/layout.ts';
import type { OpenAgentWorkspace } from './life/open-agent-workspace.ts';
import type { LifeParts } from './life/parts.ts';

/** The record of what agent workspaces do when no session asked for it. */
export interface WorkspaceSession {
  readonly session: string;
  readonly title: string;
  readonly ledger: Pick<SessionLedger, 'append'>;
  /** Its first event. */
  readonly cause: string;
}

export interface WorkspaceFileList {
  readonly files: readonly { readonly file: string; readonly size: number }[];
  readonly isCut: boolean;
}

export interface WorkspacesOptions {
  /** Absolute path of the file in which workspaces are kept. */
  readonly file: string;
  readonly parts: LifeParts;
  /** The real path of a folder that is then open in the app. @throws AppError UNAVAILABLE, INVALID_INPUT */
  readonly openFolder: (folder: string) => Promise<string>;
  /** Builds the prompt for models of a workspace without a system file. */
  readonly defaultPrompt: (path: string, layout: Layout, skillsOff: readonly string[]) => string;
  /** Makes the folder whole, or not at all. @throws AppError CONFLICT, UNAVAILABLE */
  readonly createFolder: (folder: string, template: WorkspaceTemplate) => Promise<void>;
  /** Text and place of a new tool with a sample function. @throws AppError INVALID_INPUT, CONFLICT */
  readonly newTool: (folder: string, name: string, language: 'python' | 'typescript') => Promise<WrittenFile>;
  /** @throws AppError CONFLICT if there is a system file */
  readonly newSystemFile: (folder: string, language: 'python' | 'typescript') => Promise<WrittenFile>;
  readonly newSkill: (folder: string, name: string) => Promise<WrittenFile>;
  readonly newTask: (folder: string, name: string) => Promise<WrittenFile>;
  readonly looksLikeOne: (folder: string) => Promise<boolean>;
  readonly listFiles: (folder: string, limit: number) => Promise<WorkspaceFileList>;
  /** Installs a module, or what its requirements name, after a question. @throws AppError DENIED, UNAVAILABLE, CANCELLED */
  readonly install: (workspace: OpenAgentWorkspace, module: string | undefined, signal: AbortSignal) => Promise<void>;
  readonly isInstalled: (workspace: OpenAgentWorkspace) => boolean;
  /** Called when a tool is tried; the runner is made after this. */
  readonly runner: () => Pick<Runner, 'run'>;
  readonly sessionFor: (workspace: string) => Promise<WorkspaceSession>;
  readonly log: Logger;
}

/** A file that was written; `hash` is that of its bytes. */
export interface WrittenFile extends Pick<EditedText, 'hash'> {
  readonly file: string;
}
