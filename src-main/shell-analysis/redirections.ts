import type { EffectSink } from './effect-sink.ts';
import type { Redirection } from './model.ts';

const NOTHING = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/stdin']);
const DESCRIPTOR = /^(?:\d+-?|-)$/;
/** Bash opens a connection for these; there are no such files. */
const CONNECTION = /^\/dev\/(?:tcp|udp)\/([^/]+)/;

export function sayRedirection({ operator, target }: Redirection, sink: EffectSink): void {
  if (target === undefined || operator === '<<<' || isDescriptor(operator, target.literal)) return;
  const { literal } = target;
  const host = CONNECTION.exec(literal ?? '')?.[1];
  if (operator === '<&') sink.doubt('unknown-descriptor', target);
  else if (host !== undefined) sink.effect('send', host, target);
  else {
    if (operator.startsWith('<')) sink.effect('read', literal, target);
    if (operator.includes('>')) sink.effect('write', literal, target);
  }
}

function isDescriptor(operator: string, literal: string | undefined): boolean {
  if (literal === undefined) return false;
  return NOTHING.has(literal) || (operator.endsWith('&') && DESCRIPTOR.test(literal));
}
