import { z } from 'zod';
import type { LinkSpec } from '#contract';
import { bareAddress, withBasic } from '#core/servers/bare-address';
import { sha256 } from '#core/text/sha256';

/** Values as the keychain has them, in a text. */
export const KeptValues = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('They are no JSON');
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.string()));

export type McpSpec = Extract<LinkSpec, { kind: 'mcp' }>;

/**
 * Accounts of a server's values, its own first, then those of earlier versions. Servers of one name in two workspaces, or at two
 * addresses, may be two servers, and neither gets what is for the other.
 */
export function accountsOf(workspace: string, spec: McpSpec): readonly [own: string, byName: string, oldest: string] {
  const { name, transport } = spec;
  const byName = `mcp:${sha256(workspace).slice(0, 16)}:${name}`;
  const target = transport.type === 'stdio' ? transport.argv : transport.url;
  const server = JSON.stringify([target, Object.keys(secretValues(spec)).sort()]);
  return [`${byName}:${sha256(server).slice(0, 16)}`, byName, `mcp:${name}`];
}

/** A name and password before an address are a header, too. */
export function withBareAddress(spec: McpSpec): McpSpec {
  const { transport } = spec;
  if (transport.type === 'stdio') return spec;
  const { address, basic } = bareAddress(transport.url);
  if (basic === undefined) return spec;
  const headers = { ...withBasic(transport.headers, basic) };
  return { ...spec, transport: { ...transport, url: address.href, headers } };
}

export function secretValues({ transport }: McpSpec): Readonly<Record<string, string>> {
  return transport.type === 'stdio' ? transport.environment : transport.headers;
}

export const hasValues = (spec: McpSpec): boolean => Object.keys(secretValues(spec)).length > 0;

export function withValues(spec: McpSpec, values: Record<string, string>): McpSpec {
  const { transport } = spec;
  if (transport.type === 'stdio') return { ...spec, transport: { ...transport, environment: values } };
  return { ...spec, transport: { ...transport, headers: values } };
}

export function withoutValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, '']));
}
