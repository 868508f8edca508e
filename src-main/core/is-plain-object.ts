/** Whether a value is an object with members, as JSON has them: neither `null` nor a list. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
