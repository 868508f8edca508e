import { z } from 'zod';
import { procedure, stream, Timestamp, WorkspacePath } from './procedure.ts';
import { ProviderCall } from './providers.ts';
import { WorkspaceReview } from './workspace-review.ts';

/**
 * How far an agent workspace is: `restricted` was never trusted, `changed` was, and what runs has changed since; neither runs
 * anything. `gone`: its folder is not there.
 */
export const AgentState = z.enum(['restricted', 'changed', 'starting', 'ready', 'failed', 'gone']);
export type AgentState = z.infer<typeof AgentState>;

/** Something that is wrong in a file of a workspace, and keeps that file or a part of it from being used. */
export const FileProblem = z.object({
  /** Relative to the workspace, `/` between names. */
  file: z.string(),
  /** From 1. */
  line: z.int().positive().optional(),
  /** A sentence: what is wrong, and what to do. */
  message: z.string(),
});
export type FileProblem = z.infer<typeof FileProblem>;

export const ToolLanguage = z.enum(['python', 'javascript', 'typescript']);
export type ToolLanguage = z.infer<typeof ToolLanguage>;

/** A tool of a workspace. */
export const AgentTool = z.object({
  name: z.string(),
  /** Relative to the workspace. */
  file: z.string(),
  language: ToolLanguage,
  /** `listed`: known by its text alone, as in a restricted workspace; `broken`: see `problem`; `old`: the file is broken and the version before still runs. */
  state: z.enum(['listed', 'ready', 'needs-python', 'needs-module', 'broken', 'old']),
  problem: FileProblem.optional(),
  /** The module that could not be imported. */
  missingModule: z.string().optional(),
  description: z.string(),
  /** JSON Schema of its arguments as models see it; absent until it was loaded. */
  parameters: z.record(z.string(), z.unknown()).optional(),
  /** About what its declaration costs in each request. */
  tokens: z.int().optional(),
});
export type AgentTool = z.infer<typeof AgentTool>;

export const Skill = z.object({
  name: z.string(),
  /** Name of its folder in `skills`. */
  folder: z.string(),
  description: z.string(),
  /** Of its description in the system prompt, and of its whole text when a model reads it. */
  tokens: z.object({ prompt: z.int(), text: z.int() }),
  isOn: z.boolean(),
});
export type Skill = z.infer<typeof Skill>;

/** A task of `schedules`, as its file says it; `schedules` has what becomes of it. */
export const ScheduledTask = z.object({
  name: z.string(),
  folder: z.string(),
  description: z.string(),
  /** As written; absent where it has none. */
  cron: z.string().optional(),
  /** What the agent is told. */
  text: z.string(),
});
export type ScheduledTask = z.infer<typeof ScheduledTask>;

/** Whose words a piece of a system prompt is. */
export const PromptPiece = z.object({
  origin: z.enum(['product', 'workspace', 'skills', 'agents-file', 'profile']),
  /** File that it comes from, relative to the workspace. */
  file: z.string().optional(),
  text: z.string(),
  tokens: z.int(),
});
export type PromptPiece = z.infer<typeof PromptPiece>;

/** A workspace as the list has it. */
export const AgentWorkspace = z.object({
  /** Absolute, symlinks resolved. */
  path: z.string(),
  name: z.string(),
  state: AgentState,
  /** Why it failed, or what it waits for. */
  reason: z.string().optional(),
  /** Its host has the network. */
  hasNetwork: z.boolean(),
  isOpen: z.boolean(),
  tools: z.int(),
  skills: z.int(),
  schedules: z.int(),
  problems: z.int(),
  openedAt: Timestamp,
});
export type AgentWorkspace = z.infer<typeof AgentWorkspace>;

/** All that a page shows of a workspace. */
export const AgentDetail = AgentWorkspace.extend({
  toolList: z.array(AgentTool),
  skillList: z.array(Skill),
  taskList: z.array(ScheduledTask),
  /** Everything that is wrong, the files in order. */
  problemList: z.array(FileProblem),
  /** `systems/system.py`, `.mjs` or `.ts`, where it has one. */
  systemFile: z.string().optional(),
  agentsFile: z.string().optional(),
  /** `requirements.txt`, where it has one, and whether what it names is installed. */
  requirements: z.object({ file: z.string(), isInstalled: z.boolean() }).optional(),
  /** The interpreter of its Python tools. */
  python: z.object({ path: z.string(), version: z.string() }).optional(),
  /** What to install, and how, where it needs Python and none was found. */
  noPython: z.string().optional(),
  /** Another one whenever a file that it uses is another. */
  version: z.string(),
  /** Process ids of what runs for it. */
  pids: z.array(z.int()),
  /** Models are offered the app's own tools beside those of the workspace. */
  offersOwnTools: z.boolean(),
  /** Schemas say more than types: items, choices, defaults. */
  hasRichSchemas: z.boolean(),
});
export type AgentDetail = z.infer<typeof AgentDetail>;

export const WorkspaceTemplate = z.enum(['assistant', 'coder', 'bash-only', 'empty']);
export type WorkspaceTemplate = z.infer<typeof WorkspaceTemplate>;

const byPath = z.object({ path: WorkspacePath });
/** Path of a file relative to its workspace, `/` between names. */
const RelativeFile = z.string().min(1).max(4096);
const byFile = byPath.extend({ file: RelativeFile });

export const workspacesContract = {
  /** Every workspace that was opened or created as one, the newest first: now, and whenever one changes. */
  changed: stream(z.array(AgentWorkspace).readonly()),
  /** Fails with NOT_FOUND for a folder that was not opened as a workspace. */
  detail: stream(AgentDetail).input(byPath),
  /** Opens a folder as an agent workspace; nothing of it runs. Fails with UNAVAILABLE when it is gone, INVALID_INPUT when it is no folder. */
  open: procedure.input(byPath).output(AgentWorkspace),
  /** Makes a folder from a template and opens it. Fails with CONFLICT when something is there already. */
  create: procedure.input(byPath.extend({ template: WorkspaceTemplate })).output(AgentWorkspace),
  /** Ends what runs for it; it stays in the list. */
  close: procedure.input(byPath).output(z.void()),
  /** Closes it and takes it, and its trust, out of what is remembered. Its files stay. */
  forget: procedure.input(byPath).output(z.void()),
  /** Ends what runs for it and starts it anew. */
  restart: procedure.input(byPath).output(z.void()),
  /** Whether a folder that is no agent workspace looks like one. */
  looksLikeOne: procedure.input(byPath).output(z.boolean()),
  review: procedure.input(byPath).output(WorkspaceReview),
  /** Trusts what was reviewed. Fails with CONFLICT when it is not `hash` any more. */
  trust: procedure.input(byPath.extend({ hash: z.string(), network: z.boolean() })).output(z.void()),
  /** Takes trust back; what runs is ended. */
  restrict: procedure.input(byPath).output(z.void()),
  /** What a model would be told first, piece by piece. */
  systemPrompt: procedure
    .input(byPath)
    .output(z.object({ pieces: z.array(PromptPiece), problem: FileProblem.optional() })),
  /** Files of the workspace that a person may read and edit, in order; at most 5,000. */
  files: procedure
    .input(byPath)
    .output(z.object({ files: z.array(z.object({ file: z.string(), size: z.int() })), isCut: z.boolean() })),
  /** A text file of at most 1 MB. Fails with NOT_FOUND, INVALID_INPUT for what is no text. */
  readFile: procedure.input(byFile).output(z.object({ text: z.string(), hash: z.string() })),
  /** Writes a file that the person edited; what they write stays trusted. Fails with CONFLICT where it is not `hash` any more. */
  writeFile: procedure
    .input(
      byFile.extend({
        text: z.string().max(1_000_000),
        /** Of what was edited; absent: a new file. */ hash: z.string().optional(),
      }),
    )
    .output(z.object({ hash: z.string() })),
  removeFile: procedure.input(byFile).output(z.void()),
  /** Writes a tool with a sample function. */
  newTool: procedure
    .input(byPath.extend({ name: z.string().max(64), language: z.enum(['python', 'typescript']) }))
    .output(z.object({ file: z.string() })),
  newSkill: procedure.input(byPath.extend({ name: z.string().max(64) })).output(z.object({ file: z.string() })),
  /** Writes a task of `schedules` to be filled in; it is off until somebody switches it on. */
  newTask: procedure.input(byPath.extend({ name: z.string().max(64) })).output(z.object({ file: z.string() })),
  /** Writes `systems/system.py` or `.ts` with a sample. Fails with CONFLICT where there is a system file. */
  newSystemFile: procedure
    .input(byPath.extend({ language: z.enum(['python', 'typescript']) }))
    .output(z.object({ file: z.string() })),
  setSkill: procedure.input(byPath.extend({ folder: z.string(), on: z.boolean() })).output(z.void()),
  setOptions: procedure
    .input(byPath.extend({ offersOwnTools: z.boolean().optional(), hasRichSchemas: z.boolean().optional() }))
    .output(z.void()),
  tryTool: procedure
    .input(byPath.extend({ tool: z.string(), arguments: z.string().max(1_000_000) }))
    .output(z.object({ content: z.string(), outcome: z.enum(['done', 'failed', 'refused', 'cancelled', 'invalid']) })),
  calls: stream(z.array(ProviderCall).readonly()).input(byPath),
  /** What its hosts wrote to their diagnostics: the last 256 KiB. */
  stderr: stream(z.object({ text: z.string(), droppedBytes: z.int() })).input(byPath),
  /** Installs its requirements, or one module, into the app's data, after a question. Fails with DENIED where it is refused. */
  install: procedure.input(byPath.extend({ module: z.string().max(200).optional() })).output(z.void()),
};
