import { hostname, networkInterfaces } from 'node:os';
import type { LinkSpec } from '#contract';

/** Whether a provider runs on another machine, as far as its address tells; programs and packages run here. */
export function isElsewhere(spec: LinkSpec): boolean {
  if (spec.kind !== 'mcp' || spec.transport.type !== 'http') return false;
  const name = new URL(spec.transport.url).hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost') || name === hostname().toLowerCase()) return false;
  if (/^127\.\d+\.\d+\.\d+$/.test(name) || name === '0.0.0.0' || name === '::') return false;
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return !own.some(({ address }) => address === name);
}
