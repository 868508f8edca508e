const USUAL = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The UUID that a text names, in lower case with dashes; `undefined` if it names none. Capitals, braces, a leading
 * `urn:uuid:` and missing dashes are accepted, as Python's `uuid.UUID` does.
 */
export function layerUuid(text: string): string | undefined {
  // Nothing longer can be one; a manifest may hold megabytes in place of it.
  if (text.length > 100) return undefined;
  if (USUAL.test(text)) return text;
  const digits = text
    .replaceAll('urn:', '')
    .replaceAll('uuid:', '')
    .replace(/^[{}]+|[{}]+$/g, '')
    .replaceAll('-', '')
    .toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(digits)) return undefined;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
