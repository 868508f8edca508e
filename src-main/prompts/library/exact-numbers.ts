import { EMPTY, type TemplateValue, Uint8 } from '#template';

/**
 * Result of a tool as JSON, and its numbers that JSON lacks, by JSON pointer: digits of integers, `NaN`, `Infinity`,
 * `-Infinity`, `-0`.
 */
export interface JsonValue {
  readonly result?: unknown;
  readonly exact?: Readonly<Record<string, string>> | undefined;
}

const MINUS_ZERO = '-0';

/** Makes JSON of a value that a tool gave; one that gave nothing has no `result`. */
export function toJson(value: TemplateValue): JsonValue {
  if (value === EMPTY || value === undefined) return {};
  const exact: Record<string, string> = {};
  const result = plainNumbers(value, '', exact);
  return { result, ...(Object.keys(exact).length > 0 && { exact }) };
}

/** Makes the value again; EMPTY if there was none. */
export function valueFromJson({ result, exact }: JsonValue): TemplateValue {
  if (result === undefined) return EMPTY;
  return exact ? restoredNumbers(result, '', exact) : (result as TemplateValue);
}

function plainNumbers(value: unknown, pointer: string, exact: Record<string, string>): unknown {
  if (typeof value === 'bigint') {
    exact[pointer] = String(value);
    return Number(value);
  }
  if (Object.is(value, -0)) {
    exact[pointer] = MINUS_ZERO;
    return 0;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    exact[pointer] = String(value);
    return null;
  }
  if (value instanceof Uint8) return value.value;
  if (Array.isArray(value)) return value.map((entry, at) => plainNumbers(entry, `${pointer}/${at}`, exact) ?? null);
  if (typeof value === 'symbol' || typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  return withoutPrototype(value, (entry, name) => plainNumbers(entry, `${pointer}/${escapedPointer(name)}`, exact));
}

function restoredNumbers(value: unknown, pointer: string, exact: Readonly<Record<string, string>>): TemplateValue {
  const digits = Object.hasOwn(exact, pointer) ? exact[pointer] : undefined;
  if (digits === MINUS_ZERO) return -0;
  if (digits !== undefined) return /^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits);
  if (Array.isArray(value)) return value.map((entry, at) => restoredNumbers(entry, `${pointer}/${at}`, exact));
  if (typeof value !== 'object' || value === null) return value as TemplateValue;
  const entries = withoutPrototype(value, (entry, name) =>
    restoredNumbers(entry, `${pointer}/${escapedPointer(name)}`, exact),
  );
  return entries as TemplateValue;
}

/** Keeps a member called `__proto__` as one like any other. */
function withoutPrototype(object: object, change: (value: unknown, name: string) => unknown): object {
  const result = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(object)) result[name] = change(value, name);
  return result;
}

/** Escapes a member's name for a JSON pointer (RFC 6901, section 3). */
function escapedPointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
