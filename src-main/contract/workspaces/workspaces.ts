import { ProviderCall } from '../providers.ts';
import { anything, flag, integer, optionalFlag, optionalInteger, optionalText, text } from '../schema/plain-schemas.ts';
import { procedure, stream, Timestamp, WorkspacePath } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';
import { WorkspaceReview } from './workspace-review.ts';

/**
 * State of an agent workspace: `restricted` was never trusted, `changed` was, and what runs has changed since; neither
 * runs anything. `gone`: its folder does not exist.
 */
export const AgentState = z.enum(['restricted', 'changed', 'starting', 'ready', 'failed', 'gone']);
export type AgentState = z.infer<typeof AgentState>;

/** Problem in a file of a workspace that prevents the file or a part of it from being used. */
export const FileProblem = z.object({
  /** Relative to the workspace, `/` between names. */
  file: text,
  /** Line number, counted from 1. */
  line: integer.positive().optional(),
  /** A sentence: what is wrong, and what to do. */
  message: text,
});
export type FileProblem = z.infer<typeof FileProblem>;

export const ToolLanguage = z.enum(['python', 'javascript', 'typescript']);
export type ToolLanguage = z.infer<typeof ToolLanguage>;

/** A tool of a workspace. */
export const AgentTool = z.object({
  name: text,
  /** Relative to the workspace. */
  file: text,
  language: ToolLanguage,
  /** `listed`: known by its text alone, as in a restricted workspace; `broken`: see `problem`; `old`: the file is broken and the version before still runs. */
  state: z.enum(['listed', 'ready', 'needs-python', 'needs-module', 'broken', 'old']),
  problem: FileProblem.optional(),
  /** The module that could not be imported. */
  missingModule: optionalText,
  description: text,
  /** JSON Schema of its arguments as models see it; absent until it was loaded. */
  parameters: z.record(text, anything).optional(),
  /** About what its declaration costs in each request. */
  tokens: optionalInteger,
});
export type AgentTool = z.infer<typeof AgentTool>;

export const Skill = z.object({
  name: text,
  /** Name of its folder in `skills`. */
  folder: text,
  description: text,
  /** Tokens of the description in the system prompt, and of the whole text when a model reads it. */
  tokens: z.object({ prompt: integer, text: integer }),
  isOn: flag,
});
export type Skill = z.infer<typeof Skill>;

/** A task of `schedules`, as its file says it; `schedules` has what becomes of it. */
export const ScheduledTask = z.object({
  name: text,
  folder: text,
  description: text,
  /** Cron pattern as written; absent if the task has none. */
  cron: optionalText,
  /** Instruction to the agent. */
  text: text,
});
export type ScheduledTask = z.infer<typeof ScheduledTask>;

/** Piece of a system prompt, with its origin. */
export const PromptPiece = z.object({
  origin: z.enum(['product', 'workspace', 'skills', 'agents-file', 'profile']),
  /** File that it comes from, relative to the workspace. */
  file: optionalText,
  text: text,
  tokens: integer,
});
export type PromptPiece = z.infer<typeof PromptPiece>;

/** A workspace as the list has it. */
export const AgentWorkspace = z.object({
  /** Absolute, symlinks resolved. */
  path: text,
  name: text,
  state: AgentState,
  /** Reason why it failed, or what it waits for. */
  reason: optionalText,
  /** Its host has the network. */
  hasNetwork: flag,
  isOpen: flag,
  tools: integer,
  skills: integer,
  schedules: integer,
  problems: integer,
  openedAt: Timestamp,
});
export type AgentWorkspace = z.infer<typeof AgentWorkspace>;

/** Everything that a page shows about a workspace. */
export const AgentDetail = AgentWorkspace.extend({
  toolList: z.array(AgentTool),
  skillList: z.array(Skill),
  taskList: z.array(ScheduledTask),
  /** Problems, in the order of the files. */
  problemList: z.array(FileProblem),
  /** `systems/system.py`, `.mjs` or `.ts`, where it has one. */
  systemFile: optionalText,
  agentsFile: optionalText,
  /** `requirements.txt`, where it has one, and whether what it names is installed. */
  requirements: z.object({ file: text, isInstalled: flag }).optional(),
  /** The interpreter of its Python tools. */
  python: z.object({ path: text, version: text }).optional(),
  /** Instruction what to install, and how, if it needs Python and none was found. */
  noPython: optionalText,
  /** Another one whenever a file that it uses is another. */
  version: text,
  /** Process ids of what runs for it. */
  pids: z.array(integer),
  /** Models are offered the app's own tools beside those of the workspace. */
  offersOwnTools: flag,
  /** Schemas say more than types: items, choices, defaults. */
  hasRichSchemas: flag,
});
export type AgentDetail = z.infer<typeof AgentDetail>;

export const WorkspaceTemplate = z.enum(['assistant', 'coder', 'bash-only', 'empty']);
export type WorkspaceTemplate = z.infer<typeof WorkspaceTemplate>;

const byPath = z.object({ path: WorkspacePath });
/** Path of a file relative to its workspace, `/` between names. */
const RelativeFile = text.min(1).max(4096);
const byFile = byPath.extend({ file: RelativeFile });

export const workspacesContract = {
  /** Every workspace that was opened or created as one, the newest first: now, and whenever one changes. */
  changed: stream(z.array(AgentWorkspace).readonly()),
  /** Fails with NOT_FOUND for a folder that was not opened as a workspace. */
  detail: stream(AgentDetail).input(byPath),
  /**
   * Opens a folder as an agent workspace; nothing of it runs. Fails with UNAVAILABLE if it is gone, INVALID_INPUT if it
   * is no folder.
   */
  open: procedure.input(byPath).output(AgentWorkspace),
  /** Makes a folder from a template and opens it. Fails with CONFLICT when something is there already. */
  create: procedure.input(byPath.extend({ template: WorkspaceTemplate })).output(AgentWorkspace),
  /** Ends what runs for it; it stays in the list. */
  close: procedure.input(byPath).output(z.void()),
  /** Closes it and takes it, and its trust, out of what is remembered. Its files stay. */
  forget: procedure.input(byPath).output(z.void()),
  /** Ends what runs for it and starts it again. */
  restart: procedure.input(byPath).output(z.void()),
  /** Whether a folder that is no agent workspace looks like one. */
  looksLikeOne: procedure.input(byPath).output(flag),
  review: procedure.input(byPath).output(WorkspaceReview),
  /** Trusts what was reviewed. Fails with CONFLICT if it is not `hash` any more. */
  trust: procedure.input(byPath.extend({ hash: text, network: flag })).output(z.void()),
  /** Takes trust back; what runs is ended. */
  restrict: procedure.input(byPath).output(z.void()),
  /** Returns the start of the prompt that a model would receive, piece by piece. */
  systemPrompt: procedure
    .input(byPath)
    .output(z.object({ pieces: z.array(PromptPiece), problem: FileProblem.optional() })),
  /** Files of the workspace that a person may read and edit, in order; at most 5,000. */
  files: procedure
    .input(byPath)
    .output(z.object({ files: z.array(z.object({ file: text, size: integer })), isCut: flag })),
  /** A text file of at most 1 MB. Fails with NOT_FOUND, INVALID_INPUT for what is no text. */
  readFile: procedure.input(byFile).output(z.object({ text: text, hash: text })),
  /**
   * Writes a file that the person edited; what they write stays trusted. Fails with CONFLICT if it is not `hash` any
   * more.
   */
  writeFile: procedure
    .input(
      byFile.extend({
        text: text.max(1_000_000),
        /** Hash of what was edited; absent: a new file. */
        hash: optionalText,
      }),
    )
    .output(z.object({ hash: text })),
  removeFile: procedure.input(byFile).output(z.void()),
  /** Writes a tool with a sample function. */
  newTool: procedure
    .input(byPath.extend({ name: text.max(64), language: z.enum(['python', 'typescript']) }))
    .output(z.object({ file: text })),
  newSkill: procedure.input(byPath.extend({ name: text.max(64) })).output(z.object({ file: text })),
  /** Writes a task of `schedules` to be filled in; it is off until it is switched on. */
  newTask: procedure.input(byPath.extend({ name: text.max(64) })).output(z.object({ file: text })),
  /** Writes `systems/system.py` or `.ts` with a sample. Fails with CONFLICT if there is a system file. */
  newSystemFile: procedure
    .input(byPath.extend({ language: z.enum(['python', 'typescript']) }))
    .output(z.object({ file: text })),
  setSkill: procedure.input(byPath.extend({ folder: text, on: flag })).output(z.void()),
  setOptions: procedure
    .input(byPath.extend({ offersOwnTools: optionalFlag, hasRichSchemas: optionalFlag }))
    .output(z.void()),
  tryTool: procedure
    .input(byPath.extend({ tool: text, arguments: text.max(1_000_000) }))
    .output(z.object({ content: text, outcome: z.enum(['done', 'failed', 'refused', 'cancelled', 'invalid']) })),
  calls: stream(z.array(ProviderCall).readonly()).input(byPath),
  /** Streams the diagnostics of its hosts: the last 256 KiB. */
  stderr: stream(z.object({ text: text, droppedBytes: integer })).input(byPath),
  /**
   * Installs its requirements, or one module, into the app's data, after a question. Fails with DENIED if it is
   * refused.
   */
  install: procedure.input(byPath.extend({ module: text.max(200).optional() })).output(z.void()),
};
