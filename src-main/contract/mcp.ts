import { anything, flag, integer, optionalText, text } from './schema/plain-schemas.ts';
import { procedure, stream } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

/** A program that uses our tools: the name it gives itself, and how it reaches us. */
const McpClientKey = z.object({ name: text.min(1).max(100), transport: z.enum(['http', 'stdio']) });
export type McpClientKey = z.infer<typeof McpClientKey>;

/** Policy for what a client may do without a question. Under each policy, rules that deny or ask still apply. */
export const McpPolicy = z.discriminatedUnion('kind', [
  /** Policy under which every call asks. */
  z.object({ kind: z.literal('ask') }),
  /** Reading that rules, mode or the read-only preset allow. */
  z.object({ kind: z.literal('reads') }),
  /** Calls of these tools are decided by rules and mode, as a model's are; calls of others ask. */
  z.object({ kind: z.literal('tools'), byRules: z.array(text.max(200)).max(1000) }),
]);
export type McpPolicy = z.infer<typeof McpPolicy>;

const McpClientPolicy = McpClientKey.extend({ policy: McpPolicy });

/** Our own tools, served to other programs. */
export const McpServerState = z.object({
  isOn: flag,
  url: optionalText,
  /** Command that an MCP client runs to connect over stdio. */
  command: text,
  tools: z.array(z.object({ name: text, description: text, isServed: flag })),
  clients: integer,
  /** Clients that are connected, and those that have a policy of their own. */
  policies: z.array(McpClientPolicy.extend({ isConnected: flag })),
});
export type McpServerState = z.infer<typeof McpServerState>;

/**
 * Data kept about the server in the data folder: with it `sigma mcp` finds the app, and answers while there is none.
 */
export const McpFile = z.object({
  isOn: flag,
  /** The port of the last time, so that what clients were told stays true. */
  port: integer.min(1).max(65_535).optional(),
  /** Address at which the app listens for `sigma mcp`: a local socket's path or a pipe's name. */
  socket: optionalText,
  /** Token that clients must present. */
  token: text.min(32),
  /** The tools the person ticked, as they were last. */
  served: z.array(z.object({ name: text, description: text, parameters: z.record(text, anything) })),
  /** Policies other than to ask about every call. */
  clients: z.array(McpClientPolicy).optional(),
});
export type McpFile = z.infer<typeof McpFile>;
export const MCP_FILE_NAME = 'mcp.json';

export const mcpContract = {
  changed: stream(McpServerState),
  /** Serves over HTTP on the loopback address. Fails with UNAVAILABLE if no port can be had. */
  start: procedure.input(z.object({ port: integer.min(0).max(65_535).optional() })).output(z.void()),
  stop: procedure.output(z.void()),
  /** Fails with NOT_FOUND if there is no such tool. */
  serve: procedure.input(z.object({ tool: text, on: flag })).output(z.void()),
  /** Says what a client may do without a question, from its next call on. */
  setPolicy: procedure.input(McpClientPolicy).output(z.void()),
  /** The bearer token HTTP clients need, shown once it is asked for. */
  token: procedure.output(z.object({ token: text })),
  /** Shuts out every client that has the old one. */
  newToken: procedure.output(z.object({ token: text })),
};
