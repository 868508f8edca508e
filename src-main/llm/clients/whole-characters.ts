/**
 * A JSON value without halves of characters, as of a text that was cut: services refuse the whole conversation over one,
 * also in a name.
 */
export function withWholeCharacters<T>(value: T): T {
  return wellFormedValue(value) as T;
}

function wellFormedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormedValue);
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name.toWellFormed(), wellFormedValue(entry)]),
  );
}
