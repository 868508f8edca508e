import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { z } from 'zod';
import { AppError } from '#core/app-error';
import type { ToolDeclaration } from '#tools';
import { ServerTool, ToolPage } from './server-answers.ts';
import { toolName } from './tool-names.ts';

/** Target of a declared tool on the server. */
export type OfferTarget =
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'list-resources' }
  | { readonly kind: 'read-resource' };

export interface Offers {
  readonly declarations: readonly ToolDeclaration[];
  readonly targets: ReadonlyMap<string, OfferTarget>;
  /** Notes about what was left out, and why. */
  readonly notes: readonly string[];
}

/** Number of tools after which no more are requested: a limit on tools is exceeded by then anyway. */
const MAX_TOOLS = 20_000;
const MAX_PAGES = 1000;
/** Longest time that `setTimeout` takes; the real limit is kept by `signal`. */
export const NO_TIME_LIMIT = 2_147_483_647;

/**
 * Reads everything the server offers, under the names models know. @throws AppError INVALID_INPUT naming what cannot be
 * read
 */
export async function readOffers(client: Client, server: string, signal: AbortSignal): Promise<Offers> {
  const capabilities = client.getServerCapabilities();
  const notes: string[] = [];
  const offered = capabilities?.tools ? await listTools(client, signal) : [];
  const entries = offered.flatMap((tool): OfferedTool[] => {
    if (tool.execution?.taskSupport !== 'required') return [toolEntry(server, tool)];
    notes.push(`The tool "${tool.name}" runs only as a task of its own, which is not supported; it is left out.`);
    return [];
  });
  const taken = new Set(entries.map(([{ name }]) => name));
  const resources = capabilities?.resources ? resourceEntries(server) : [];
  const all = [...entries, ...resources.filter(([{ name }]) => !taken.has(name))];
  return {
    declarations: all.map(([declaration]) => declaration),
    targets: new Map(all.map(([{ name }, target]) => [name, target])),
    notes,
  };
}

type OfferedTool = readonly [ToolDeclaration, OfferTarget];

async function listTools(client: Client, signal: AbortSignal): Promise<z.infer<typeof ServerTool>[]> {
  const tools: z.infer<typeof ServerTool>[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && tools.length < MAX_TOOLS; page++) {
    const request = { method: 'tools/list', ...(cursor !== undefined && { params: { cursor } }) };
    // The SDK leaves its listener on the signal, so each request has one of its own.
    const answer = await client.request(request, ToolPage, {
      signal: AbortSignal.any([signal]),
      timeout: NO_TIME_LIMIT,
    });
    for (const tool of answer.tools) tools.push(readServerTool(tool, tools.length));
    if (answer.nextCursor === undefined || answer.nextCursor === cursor) return tools;
    cursor = answer.nextCursor;
  }
  if (tools.length >= MAX_TOOLS) return tools;
  throw new AppError('LIMIT_EXCEEDED', `Its list of tools has more than ${MAX_PAGES} pages`);
}

function readServerTool(value: unknown, index: number): z.infer<typeof ServerTool> {
  const parsed = ServerTool.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'is no tool' };
  const where = [`tools[${index}]`, ...path.map(String)].join('.');
  throw new AppError('INVALID_INPUT', `Its list of tools cannot be read: ${where}: ${message}`, { where });
}

function toolEntry(server: string, tool: z.infer<typeof ServerTool>): OfferedTool {
  const isReadOnly = tool.annotations?.readOnlyHint;
  return [
    {
      name: toolName(server, tool.name),
      description: tool.description ?? tool.title ?? '',
      parameters: tool.inputSchema,
      ...(isReadOnly !== undefined && { isReadOnly }),
    },
    { kind: 'tool', name: tool.name },
  ];
}

const Page = z.strictObject({
  cursor: z.string().optional().describe('Where the page before this one said to go on'),
});
export const ReadResource = z.strictObject({
  uri: z.string().min(1).describe('Address of the resource, as it is listed'),
});

function resourceEntries(server: string): OfferedTool[] {
  return [
    [
      {
        name: toolName(server, 'list_resources'),
        description: `Lists what can be read from ${server}: address, name, type, description`,
        parameters: z.toJSONSchema(Page) as Record<string, unknown>,
        isReadOnly: true,
      },
      { kind: 'list-resources' },
    ],
    [
      {
        name: toolName(server, 'read_resource'),
        description: `Reads one resource of ${server}`,
        parameters: z.toJSONSchema(ReadResource) as Record<string, unknown>,
        isReadOnly: true,
      },
      { kind: 'read-resource' },
    ],
  ];
}

/** Whether a tool of this name is still offered, but not the one that was: nobody has judged it yet. */
export function isOtherOffer(tool: string, before: Offers | undefined, now: Offers | undefined): boolean {
  const [old, other] = [before, now].map((offers) => ({
    target: offers?.targets.get(tool),
    declaration: offers?.declarations.find(({ name }) => name === tool),
  }));
  return other?.target !== undefined && !isDeepStrictEqual(old, other);
}
