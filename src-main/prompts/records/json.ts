import { isPlainObject } from '#contract/plain-object';

/** Value of a member that the object itself has, never one of its prototype. */
export function ownMember(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Levels of arrays and objects in each other; what walks through values, or sends them elsewhere, gets no further than some thousands. */
export const MAX_NESTED = 512;
export const NESTED_TOO_DEEPLY = `it is nested more than ${MAX_NESTED} levels deep`;

/** Whether a value is nested too deeply; one that holds itself is, too. */
export function isNestedTooDeeply(value: unknown, left = MAX_NESTED): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inner.some((one) => typeof one === 'object' && one !== null && isNestedTooDeeply(one, left - 1));
}

/** An object without a prototype: a member called `__proto__` is one like any other. */
export function bareObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
