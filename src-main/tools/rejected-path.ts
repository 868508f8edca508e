import { sep } from 'node:path';
import type { CallPlan } from './tool.ts';

/** The path a plan reads or changes; `undefined` for commands and whatever else names none. */
export function planPath({ subject }: Pick<CallPlan, 'subject'>): string | undefined {
  return subject.kind === 'change' || subject.kind === 'read' || subject.kind === 'delete' ? subject.path : undefined;
}

/** Whether one of two paths is the other or lies below it. */
export function overlaps(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}${sep}`) || other.startsWith(`${one}${sep}`);
}

/**
 * Reason why a call is not run: the person rejected a change of the same file earlier in this reply
 * (docs/decisions/004-tools-and-turns.md).
 */
export function rejectedPath(
  plan: Pick<CallPlan, 'subject'>,
  rejected: ReadonlySet<string> | undefined,
): string | undefined {
  const path = planPath(plan);
  if (path === undefined || !rejected) return undefined;
  const hit = [...rejected].find((one) => overlaps(path, one));
  if (hit === undefined) return undefined;
  return `Not run: the person rejected the change of ${hit} in this reply, and this call rests on it. Ask what they want before you go on.`;
}
