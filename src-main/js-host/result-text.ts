/** Longest result, in UTF-16 units of its JSON. */
const MAX_LENGTH = 8 * 1024 * 1024;
/** Most values taken from a generator. */
const MAX_ITEMS = 100_000;

/** A function's result as JSON text; undefined for nothing. @throws Error when it is no JSON value, or too long. */
export async function returnedText(result: unknown): Promise<string | undefined> {
  const value = await collectResult(result);
  if (value === undefined) return undefined;
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new Error(`The function returned a ${typeof value}, which is no JSON value`);
  if (text.length > MAX_LENGTH) {
    throw new Error(`The result is ${text.length} characters long; at most ${MAX_LENGTH} are taken`);
  }
  return text;
}

/** Collects what a generator yields, as a list. */
async function collectResult(result: unknown): Promise<unknown> {
  if (!isIterator(result)) return result;
  const items: unknown[] = [];
  for await (const item of result) {
    if (items.length === MAX_ITEMS) throw new Error(`The function yielded more than ${MAX_ITEMS} values`);
    items.push(item);
  }
  return items;
}

/** Generators and iterators, not lists, maps or typed arrays, which are iterable as well. */
function isIterator(value: unknown): value is Iterable<unknown> {
  if (typeof value !== 'object' || value === null || !('next' in value) || typeof value.next !== 'function')
    return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}
