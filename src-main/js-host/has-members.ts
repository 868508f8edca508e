/** Whether a value can have members: an object of any kind, a list, or a function. */
export function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
