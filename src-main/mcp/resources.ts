import { ToolError } from '#tools';
import { type KeepMedia, resourceText } from './answer-text.ts';
import type { AskServer } from './call-request.ts';
import { ReadResource } from './offers.ts';
import { ResourceAnswer, ResourcePage, TemplatePage } from './server-answers.ts';

/** One page of what can be read, a line each, as a model reads it. */
export async function listResources(args: Record<string, unknown>, ask: AskServer): Promise<string> {
  const cursor = typeof args.cursor === 'string' ? args.cursor : undefined;
  const params = cursor === undefined ? {} : { params: { cursor } };
  const page = await ask({ method: 'resources/list', ...params }, ResourcePage);
  const lines = page.resources.map((one) => resourceLine(one.uri, one));
  // Patterns of addresses are few and stand on the first page; most servers have none and refuse to list them.
  const patterns = cursor === undefined ? await listPatterns(ask) : [];
  const more =
    page.nextCursor === undefined ? [] : [`There are more: go on with the cursor ${JSON.stringify(page.nextCursor)}`];
  const all = [...lines, ...patterns, ...more];
  return all.length === 0 ? 'There are no resources.' : all.join('\n');
}

async function listPatterns(ask: AskServer): Promise<string[]> {
  try {
    const page = await ask({ method: 'resources/templates/list' }, TemplatePage);
    return page.resourceTemplates.map((one) => `${resourceLine(one.uriTemplate, one)} [a pattern: fill in the braces]`);
  } catch {
    return [];
  }
}

interface ListedResource {
  readonly name?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly description?: string | undefined;
  readonly size?: number | undefined;
}

function resourceLine(address: string, { name, mimeType, description, size }: ListedResource): string {
  const about = [name, mimeType, size === undefined ? undefined : `${size} bytes`, description];
  const known = about.filter((one) => one !== undefined && one !== '').join(', ');
  return `${address}${known === '' ? '' : ` (${known.replaceAll(/\s+/g, ' ')})`}`;
}

/** A resource's content as a model reads it. @throws ToolError */
export async function readResource(
  args: unknown,
  ask: AskServer,
  media: KeepMedia | undefined,
): Promise<string | undefined> {
  const parsed = ReadResource.safeParse(args);
  if (!parsed.success) throw new ToolError('uri: an address as list_resources gives it is needed. Nothing was read.');
  const { contents } = await ask({ method: 'resources/read', params: { uri: parsed.data.uri } }, ResourceAnswer);
  const parts = await Promise.all(contents.map((one) => resourceText(one, media)));
  return parts.length === 0 ? undefined : parts.join('\n');
}
