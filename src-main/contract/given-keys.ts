import type { LinkSpec } from './providers.ts';

/** Names of the variables with keys that the person attached it with. */
export function givenKeyNames(spec: LinkSpec): readonly string[] {
  if (spec.kind !== 'mcp') return spec.keys ?? [];
  return (spec.transport.type === 'stdio' && spec.transport.keys) || [];
}
