import { anything, flag, integer, number, optionalInteger, optionalText, text, texts } from './schema/plain-schemas.ts';
import { procedure, SessionId, stream, Timestamp, WorkspacePath } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

/** Names of variables of the person's environment that hold keys, and that a provider is given all the same. */
const GivenKeys = z.array(text.min(1).max(200)).max(100).optional();

/** Specification of a provider: a program, a Node package whose functions become tools, or an MCP server. */
export const LinkSpec = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('program'), argv: z.array(text.max(100_000)).min(1).max(1000), keys: GivenKeys }),
  z.object({ kind: z.literal('js'), path: text, keys: GivenKeys }),
  z.object({
    kind: z.literal('mcp'),
    name: text.regex(/^[A-Za-z0-9_-]{1,32}$/, 'letters, digits, dashes and underscores, at most 32'),
    transport: z.discriminatedUnion('type', [
      z.object({
        type: z.literal('stdio'),
        argv: z.array(text.max(100_000)).min(1).max(1000),
        /** Names of variables whose values the keychain holds, and plain ones. */
        environment: z.record(text, text).default({}),
        keys: GivenKeys,
      }),
      z.object({
        type: z.literal('http'),
        url: z.url({ protocol: /^https?$/ }),
        headers: z.record(text, text).default({}),
      }),
    ]),
  }),
]);
export type LinkSpec = z.infer<typeof LinkSpec>;

export const ProviderTool = z.object({
  name: text,
  description: text,
  /** Names of the invisible characters that were taken out of what the model is told. */
  hidden: texts,
  parameters: z.record(text, anything),
  /** Whether models are offered it. */
  isOffered: flag,
});
export type ProviderTool = z.infer<typeof ProviderTool>;

export const ProviderView = z.object({
  id: text,
  spec: LinkSpec,
  /** The command line, path or address, as a person reads it. */
  title: text,
  cwd: text,
  pid: optionalInteger,
  /** Attached by a typed line it serves that session; attached in Providers it serves the workspace. */
  session: SessionId.optional(),
  /** Absolute path of the workspace that it serves, or that its session works in. */
  workspace: text,
  isRemembered: flag,
  /** Reason why it, or what was last chosen for it, could not be written down: at the next start it is as before. */
  unsaved: optionalText,
  /** Whether its secret values are forgotten with this run, or were not found where keys are kept. */
  values: z.enum(['for-this-run', 'missing']).optional(),
  state: z.enum(['waiting-for-trust', 'initializing', 'running', 'changed', 'completed', 'failed']),
  /** Reason why it ended, waits or failed. */
  reason: optionalText,
  tools: z.array(ProviderTool),
  /** Difference from the approved tools, as a line diff, while the state is `changed`. */
  difference: optionalText,
  /** Hash of the current tools; passed to `approveTools` to approve them. */
  hash: optionalText,
  note: optionalText,
  restarts: integer,
  callTimeoutMs: integer,
  startedAt: Timestamp,
});
export type ProviderView = z.infer<typeof ProviderView>;

export const ProviderCall = z.object({
  at: Timestamp,
  tool: text,
  arguments: text,
  content: text,
  durationMs: number,
  outcome: z.enum(['done', 'failed']),
});
export type ProviderCall = z.infer<typeof ProviderCall>;

const byId = z.object({ id: text });

export const providersContract = {
  changed: stream(z.array(ProviderView).readonly()),
  /** Lists the providers that are attached again whenever the workspace is opened, once they have been read. */
  remembered: procedure.input(z.object({ workspace: WorkspacePath })).output(z.array(ProviderView).readonly()),
  /** Starts one for a whole workspace: the first where no other is named. Fails with UNAVAILABLE or INVALID_INPUT: reason and offending line; CONFLICT when a tool's name is taken. */
  attach: procedure
    .input(
      z.object({
        spec: LinkSpec,
        cwd: optionalText,
        workspace: WorkspacePath.optional(),
        remember: flag,
      }),
    )
    .output(ProviderView),
  /** Names of the variables of the environment that hold keys: no provider is given one that its spec does not name. */
  keys: procedure.output(texts),
  /** A command line as a person types it, in words. */
  words: procedure.input(z.object({ line: text.max(100_000) })).output(texts),
  /** Streams the progress of attaching: install, build, handshake. */
  progress: stream(z.object({ title: text, text: text })),
  kill: procedure.input(byId).output(z.void()),
  restart: procedure.input(byId).output(z.void()),
  /** Takes an ended one from the list, and out of what is remembered. */
  forget: procedure.input(byId).output(z.void()),
  /** Approves the changed tools the person has seen, `hash` being theirs. Fails with CONFLICT if they changed again. */
  approveTools: procedure.input(byId.extend({ hash: optionalText })).output(z.void()),
  /** Lets a remembered one of an untrusted workspace start. */
  trust: procedure.input(byId).output(z.void()),
  offer: procedure.input(byId.extend({ tool: text, on: flag })).output(z.void()),
  setCallTimeout: procedure.input(byId.extend({ ms: integer.min(100).max(3_600_000) })).output(z.void()),
  /** The last 256 KiB of its diagnostics; `droppedBytes` came before. */
  stderr: stream(z.object({ text: text, droppedBytes: integer })).input(byId),
  calls: stream(z.array(ProviderCall).readonly()).input(byId),
  tryTool: procedure
    .input(byId.extend({ tool: text, arguments: text.max(1_000_000) }))
    .output(z.object({ content: text, outcome: z.enum(['done', 'failed', 'refused', 'cancelled', 'invalid']) })),
  /** Writes a sample TypeScript package into a new folder. */
  newPackage: procedure.input(z.object({ folder: text, name: text.max(100) })).output(z.object({ path: text })),
};
