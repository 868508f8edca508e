/** Object of JSON, whose members are not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with members, as JSON has them: neither `null` nor a list. Instances of classes count, functions do not. */
export function isPlainObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a text that should be one JSON object; answers `undefined` when it is no JSON or any other value. */
export function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
