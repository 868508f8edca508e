import { z } from 'zod';
import { procedure, SessionId, stream, Timestamp, WorkspacePath } from './procedure.ts';

/** Names of variables of the person's environment that hold keys, and that a provider is given all the same. */
const GivenKeys = z.array(z.string().min(1).max(200)).max(100).optional();

/** How a provider is started: a program, a Node package whose functions become tools, or an MCP server. */
export const LinkSpec = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('program'), argv: z.array(z.string().max(100_000)).min(1).max(1000), keys: GivenKeys }),
  z.object({ kind: z.literal('js'), path: z.string(), keys: GivenKeys }),
  z.object({
    kind: z.literal('mcp'),
    name: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, 'letters, digits, dashes and underscores, at most 32'),
    transport: z.discriminatedUnion('type', [
      z.object({
        type: z.literal('stdio'),
        argv: z.array(z.string().max(100_000)).min(1).max(1000),
        /** Names of variables whose values the keychain holds, and plain ones. */
        environment: z.record(z.string(), z.string()).default({}),
        keys: GivenKeys,
      }),
      z.object({
        type: z.literal('http'),
        url: z.url({ protocol: /^https?$/ }),
        headers: z.record(z.string(), z.string()).default({}),
      }),
    ]),
  }),
]);
export type LinkSpec = z.infer<typeof LinkSpec>;

export const ProviderTool = z.object({
  name: z.string(),
  description: z.string(),
  /** Names of the invisible characters that were taken out of what the model is told. */
  hidden: z.array(z.string()),
  parameters: z.record(z.string(), z.unknown()),
  /** Whether models are offered it. */
  isOffered: z.boolean(),
});
export type ProviderTool = z.infer<typeof ProviderTool>;

export const ProviderView = z.object({
  id: z.string(),
  spec: LinkSpec,
  /** The command line, path or address, as a person reads it. */
  title: z.string(),
  cwd: z.string(),
  pid: z.int().optional(),
  /** Attached by a typed line it serves that session; attached in Providers it serves the workspace. */
  session: SessionId.optional(),
  /** Absolute path of the workspace that it serves, or that its session works in. */
  workspace: z.string(),
  isRemembered: z.boolean(),
  state: z.enum(['waiting-for-trust', 'initializing', 'running', 'changed', 'completed', 'failed']),
  /** Why it ended, waits or failed. */
  reason: z.string().optional(),
  tools: z.array(ProviderTool),
  /** What differs from the approved tools, as a line diff, while the state is `changed`. */
  difference: z.string().optional(),
  /** Of its tools as they are now; what `approveTools` approves. */
  hash: z.string().optional(),
  note: z.string().optional(),
  restarts: z.int(),
  callTimeoutMs: z.int(),
  startedAt: Timestamp,
});
export type ProviderView = z.infer<typeof ProviderView>;

export const ProviderCall = z.object({
  at: Timestamp,
  tool: z.string(),
  arguments: z.string(),
  content: z.string(),
  durationMs: z.number(),
  outcome: z.enum(['done', 'failed']),
});
export type ProviderCall = z.infer<typeof ProviderCall>;

const byId = z.object({ id: z.string() });

export const providersContract = {
  changed: stream(z.array(ProviderView).readonly()),
  /** Starts one for a whole workspace: the first where no other is named. Fails with UNAVAILABLE or INVALID_INPUT: reason and offending line; CONFLICT when a tool's name is taken. */
  attach: procedure
    .input(
      z.object({
        spec: LinkSpec,
        cwd: z.string().optional(),
        workspace: WorkspacePath.optional(),
        remember: z.boolean(),
      }),
    )
    .output(ProviderView),
  /** Names of the variables of the environment that hold keys: no provider is given one that its spec does not name. */
  keys: procedure.output(z.array(z.string())),
  /** A command line as a person types it, in words. */
  words: procedure.input(z.object({ line: z.string().max(100_000) })).output(z.array(z.string())),
  /** What an attach that is under way is doing: install, build, handshake. */
  progress: stream(z.object({ title: z.string(), text: z.string() })),
  kill: procedure.input(byId).output(z.void()),
  restart: procedure.input(byId).output(z.void()),
  /** Takes an ended one from the list, and out of what is remembered. */
  forget: procedure.input(byId).output(z.void()),
  /** Approves the changed tools the person has seen, `hash` being theirs. Fails with CONFLICT when they changed again. */
  approveTools: procedure.input(byId.extend({ hash: z.string().optional() })).output(z.void()),
  /** Lets a remembered one of an untrusted workspace start. */
  trust: procedure.input(byId).output(z.void()),
  offer: procedure.input(byId.extend({ tool: z.string(), on: z.boolean() })).output(z.void()),
  setCallTimeout: procedure.input(byId.extend({ ms: z.int().min(100).max(3_600_000) })).output(z.void()),
  /** The last 256 KiB of its diagnostics; `droppedBytes` came before. */
  stderr: stream(z.object({ text: z.string(), droppedBytes: z.int() })).input(byId),
  calls: stream(z.array(ProviderCall).readonly()).input(byId),
  tryTool: procedure
    .input(byId.extend({ tool: z.string(), arguments: z.string().max(1_000_000) }))
    .output(z.object({ content: z.string(), outcome: z.enum(['done', 'failed', 'refused', 'cancelled', 'invalid']) })),
  /** Writes a sample TypeScript package into a new folder. */
  newPackage: procedure
    .input(z.object({ folder: z.string(), name: z.string().max(100) }))
    .output(z.object({ path: z.string() })),
};
