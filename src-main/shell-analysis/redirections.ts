import type { Redirection } from './model.ts';
import type { EffectSink } from './say.ts';

const NOTHING = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/stdin']);
const DESCRIPTOR = /^(?:\d+-?|-)$/;
/** Bash opens a connection for these; there are no such files. */
const CONNECTION = /^\/dev\/(?:tcp|udp)\/([^/]+)/;

export function sayRedirection({ operator, target }: Redirection, say: EffectSink): void {
  if (target === undefined || operator === '<<<' || isDescriptor(operator, target.literal)) return;
  const { literal } = target;
  const host = CONNECTION.exec(literal ?? '')?.[1];
  if (operator === '<&') say.doubt('unknown-descriptor', target);
  else if (host !== undefined) say.effect('send', host, target);
  else {
    if (operator.startsWith('<')) say.effect('read', literal, target);
    if (operator.includes('>')) say.effect('write', literal, target);
  }
}

function isDescriptor(operator: string, literal: string | undefined): boolean {
  if (literal === undefined) return false;
  return NOTHING.has(literal) || (operator.endsWith('&') && DESCRIPTOR.test(literal));
}
